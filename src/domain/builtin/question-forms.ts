import type { Language } from '../text/language.ts'
import { tokenize } from '../text/tokens.ts'
import { QUESTION_KINDS, speechOf, type QuestionKind } from './speech/speech.ts'

/** Words that tell a question's kind, folded as a question is. */
export interface QuestionForm {
  kind: QuestionKind
  words: string
  /** It counts at the beginning of a sentence only. */
  begins: boolean
  /** It asks for yes or no even where a figure is told beside it. */
  sure: boolean
  /** Its last word may have any ending. */
  open: boolean
  /** The language writes words together, so that it counts anywhere. */
  joined: boolean
}

const kept = new Map<Language, readonly QuestionForm[]>()

/** The forms of a language, made when it is first asked in. */
export function questionForms(language: Language): readonly QuestionForm[] {
  const forms = kept.get(language) ?? fold(language)
  kept.set(language, forms)
  return forms
}

/**
 * The words, folded as a question is, that open a question which no yes or no answers. Where words stand together they may stand
 * anywhere in it.
 */
export function openersOf(language: Language): ReadonlySet<string> {
  const openers =
    keptOpeners.get(language) ??
    new Set(
      (speechOf(language).openers ?? []).map((word) =>
        tokenize(word)
          .map(({ text }) => text)
          .join(''),
      ),
    )
  keptOpeners.set(language, openers)
  return openers
}

const keptOpeners = new Map<Language, ReadonlySet<string>>()

function fold(language: Language): QuestionForm[] {
  const { forms, joined = false } = speechOf(language)
  return QUESTION_KINDS.flatMap((kind) =>
    forms[kind].map((form) => ({
      kind,
      words: tokenize(form)
        .map(({ text }) => text)
        .join(joined ? '' : ' '),
      begins: form.startsWith('^'),
      sure: form.startsWith('^') || form.endsWith('?'),
      open: form.endsWith('*'),
      joined,
    })),
  )
}
