import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { z } from 'zod'

/** A question with what a right answer says first. */
const questionSchema = z.strictObject({
  ask: z.string().min(1),
  frameworks: z.array(z.string()).min(1),
  /** At least one of them must be among the first three ids that are cited; none where no id is wanted. */
  ids: z.array(z.string()).default([]),
  /** Of each list one alternative must stand among the first words. */
  must: z.array(z.array(z.string().min(1)).min(1)).default([]),
  /** None of these may. */
  not: z.array(z.string()).default([]),
  verdict: z.enum(['yes', 'no', 'depends']).optional(),
})

export type ExamQuestion = z.infer<typeof questionSchema>

/** Questions of every kind as people tell them, half of them with a story around: harder, and counted apart. */
export const STORIES = 'stories'

/** The questions by kind: those that were worked on, or those kept aside, which nobody who works on the answers reads. */
export function examQuestions(keptAside: boolean): Map<string, ExamQuestion[]> {
  const folder = new URL(keptAside ? './questions/kept-aside/' : './questions/', import.meta.url)
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
  return new Map(
    files
      .toSorted()
      .map((name) => [
        basename(name, '.json'),
        z.array(questionSchema).parse(JSON.parse(readFileSync(new URL(name, folder), 'utf8'))),
      ]),
  )
}

/** An answer begins with so many words. */
const LEAD_WORDS = 60

const CITED_FIRST = 3

/** What is right about an answer. */
export interface Judgement {
  /** Its first words hold what they must and nothing that they must not. */
  lead: boolean
  /** It says yes, no, or that it depends, as it should; true where no verdict is asked for. */
  verdict: boolean
  /** A wanted id is among the first three that it cites; true where none is wanted. */
  ids: boolean
}

const VERDICTS = { yes: /\bYes\b/, no: /\bNo\b|\bnot\b/i, depends: /\bdepends\b/i }

/** Holds an answer of the responder against its question. */
export function judge({ must, not, ids, verdict }: ExamQuestion, answer: string): Judgement {
  const words = answer
    .replaceAll(/^## .*$/gm, '')
    .replaceAll(/[*_|]+/g, ' ')
    .split(/\s+/)
    .filter(Boolean)
  const lead = fold(words.slice(0, LEAD_WORDS).join(' '))
  const cited = [...answer.matchAll(/\*\*([^*]+)\*\*/g)].map(([, bold = '']) => bold)
  const firsts = [...new Set(cited.filter((bold) => /\d/.test(bold)))].slice(0, CITED_FIRST + 1)
  return {
    lead:
      must.every((alternatives) => alternatives.some((one) => lead.includes(fold(one)))) &&
      !not.some((one) => lead.includes(fold(one))),
    verdict: verdict === undefined || VERDICTS[verdict].test(words.slice(0, LEAD_WORDS).join(' ')),
    ids: ids.length === 0 || firsts.some((bold) => ids.some((id) => holdsId(bold, id))),
  }
}

/** Spaces within figures are one kind of space, letters small. */
function fold(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[\u00A0\u202F]/g, ' ')
    .replaceAll(/(?<=\d)[ ,.](?=\d{3}\b)/g, '')
    .replaceAll('’', "'")
}

function holdsId(bold: string, id: string): boolean {
  const at = bold.indexOf(id)
  return at >= 0 && !/[\w(.]/.test(bold[at + id.length] ?? ' ') && !/[\w.]/.test(bold[at - 1] ?? ' ')
}
