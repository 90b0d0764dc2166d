import type { Measure } from '../../registry/size-test.ts'
import type { Language } from '../../text/language.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { it } from './it.ts'
import { ja } from './ja.ts'
import { ko } from './ko.ts'
import { nl } from './nl.ts'
import { pl } from './pl.ts'
import { pt } from './pt.ts'
import { tr } from './tr.ts'
import { zh } from './zh.ts'

/** What a question asks for, by its form. */
export const QUESTION_KINDS = [
  'comparison',
  'evidence',
  'change',
  'edition',
  'first-steps',
  'money',
  'count',
  'clock',
  'date',
  'scope',
  'verdict',
  'control',
  'list',
  'definition',
  'shorter',
] as const

export type QuestionKind = (typeof QUESTION_KINDS)[number]

/** How one language asks, and what the responder says in it. */
export interface Speech {
  /**
   * Words of a question that tell its kind, as `question-forms.ts` folds them: case, accents and punctuation say nothing. `^` stands for
   * the beginning of a sentence, a `*` at the end for any ending of the last word, a `?` at the end for what asks for yes or no even
   * where a figure is told beside it.
   */
  forms: Readonly<Record<QuestionKind, readonly string[]>>
  /**
   * Words that open a question which no yes or no answers: in "when may we?" nobody asks whether. Where words stand together they may
   * stand anywhere.
   */
  openers?: readonly string[]
  /** Whether one of them stands at the beginning of every question that no yes or no answers. */
  opensFirst?: true
  /** Whether words stand together without spaces. */
  joined?: true
  labels: {
    evidence: string
    test: string
    finding: string
    controls: string
    also: string
    firstSteps: string
    issuer: string
    edition: string
    earlier: string
    draft: string
    kind: string
    bound: string
    exempt: string
    duties: string
    clock: string
    supervision: string
    certificate: string
    penalty: string
    mapped: string
    /** What a firm is measured by. */
    measures: Readonly<Record<Measure, string>>
  }
  yes: string
  no: string
  depends: string
  /** Before a question's answer in another language than English; empty in English. */
  english: string
  /** An id that does not exist. */
  invented: (id: string, framework: string) => string
  /** An old number: what it has become, or that nothing took its place. */
  moved: (id: string, edition: string, now: string) => string
  withdrawn: (id: string, edition: string) => string
  superseded: (framework: string, edition: string, current: string) => string
  /** A number in the question that the framework does not have. */
  miscounted: (said: string) => string
  /** Nothing in the module answers. */
  unanswered: (framework: string) => string
  nearest: string
  reviewed: (fullName: string, version: string, date: string) => string
  closing: string
}

const SPEECH: Readonly<Record<Language, Speech>> = { ar, de, en, es, fr, it, ja, ko, nl, pl, pt, tr, zh }

export function speechOf(language: Language): Speech {
  return SPEECH[language]
}
