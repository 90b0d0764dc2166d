import { z } from 'zod'
import { sizeTest } from './size-test.ts'

/*
 * What a module states, as data: a file beside each module. Every item quotes the module's own words (`says`), so that prose and
 * data cannot drift apart: `npm run content:check` holds each quotation against the text.
 */

const words = z.string().trim().min(1)
const day = z.iso.date()

/** Key of one of the file's `sources`. */
const source = words

/** The day on which somebody last saw the source say so: for every claim that may change soon. */
const verifiedOn = day.optional()

/** Words of one line of the module, whole clauses: what an answer quotes. */
const says = words

/** Other ways in which people ask for it, in English and in the languages of those whom it binds. */
const asked = z.array(words).optional()

/** How much of the law or standard stands behind a claim: its text in force, a draft, or a date that was put off. */
const STATUSES = ['in-force', 'proposed', 'postponed'] as const

const deadlineFields = {
  kind: z.enum(['applies', 'transition', 'report', 'review', 'penalty']),
  /** What must be done, or what happens then. */
  what: words,
  /** Who must do it. */
  who: words.optional(),
  control: words.optional(),
  status: z.enum(STATUSES),
  source,
  verifiedOn,
  says,
  asked,
}

/** A date, or a clock that something starts: a duration of ISO 8601 (`PT72H`, `P30D`), or `undefined` for "without delay". */
const deadline = z.union([
  z.strictObject({ ...deadlineFields, on: day }),
  z.strictObject({
    ...deadlineFields,
    clock: z.strictObject({
      trigger: words,
      within: z
        .string()
        .regex(/^P(?=.)(?:\d+Y)?(?:\d+M)?(?:\d+W)?(?:\d+D)?(?:T(?=.)(?:\d+H)?(?:\d+M)?)?$/)
        .optional(),
      to: words.optional(),
    }),
  }),
])

const fact = z.strictObject({
  kind: z.enum(['count', 'threshold', 'penalty', 'validity', 'enumeration']),
  /** What is counted, bounded, fined or listed: "controls of Annex A". */
  subject: words,
  value: z.union([z.number(), words, z.array(words).min(2)]),
  /** `controls`, `EUR`, `% of worldwide turnover`, `years`. */
  unit: words.optional(),
  control: words.optional(),
  source,
  verifiedOn,
  says,
  asked,
})

/**
 * Plain questions that people ask of every framework: whether it must be followed, whether one can be certified, whether it applies yet,
 * whether small firms are bound too.
 */
const plainQuestion = z.enum(['binding', 'certificate', 'in-force', 'size'])

/** What people ask to be told yes or no. */
const ruling = z.strictObject({
  /** The claim that the verdict is on, as a statement: "certification is mandatory". */
  claim: words,
  verdict: z.enum(['yes', 'no', 'depends']),
  /** It answers one of the plain questions that people ask of every framework. */
  plain: plainQuestion.optional(),
  control: words.optional(),
  source,
  verifiedOn,
  says,
  asked,
})

/** How a framework stands to another one that people take it for, weigh it against, or use beside it. */
const neighbour = z.strictObject({
  /** The other one's id. */
  framework: words,
  source,
  verifiedOn,
  says,
  asked,
})

const obligation = z.strictObject({
  /** Control ids; `A.*` stands for all that begin so, `*` for all. The last entry that fits counts. */
  ids: z.array(words).min(1),
  strength: z.enum(['must', 'if', 'advisory']),
  /** Who is bound, and under which condition. */
  bound: words.optional(),
  exempt: words.optional(),
})

const move = z.strictObject({
  kind: z.enum(['renumbered', 'merged', 'split', 'withdrawn', 'new', 'changed']),
  old: z.array(words),
  new: z.array(words),
})

const editionMoves = z.strictObject({
  from: words,
  to: words,
  /** Whether every id that changed between the two editions is told. */
  complete: z.boolean(),
  source,
  moves: z.array(move).min(1),
})

/** What an overview compares frameworks by; each the module's own words. */
const profile = z.strictObject({
  bound: says.optional(),
  exempt: says.optional(),
  duties: says.optional(),
  clock: says.optional(),
  supervision: says.optional(),
  certificate: says.optional(),
  penalty: says.optional(),
  /** What an auditor or an authority asks to see. */
  evidence: says.optional(),
})

export const knowledgeDataSchema = z.strictObject({
  sources: z.record(words, z.strictObject({ title: words, url: z.url() })),
  profile,
  obligations: z.array(obligation),
  deadlines: z.array(deadline),
  facts: z.array(fact),
  rulings: z.array(ruling),
  sizes: z.array(sizeTest).default([]),
  neighbours: z.array(neighbour).default([]),
  editions: z.array(editionMoves),
})

export type KnowledgeData = z.infer<typeof knowledgeDataSchema>
export type Deadline = z.infer<typeof deadline>
export type Fact = z.infer<typeof fact>
export type Ruling = z.infer<typeof ruling>
export type Neighbour = z.infer<typeof neighbour>
export type PlainQuestion = z.infer<typeof plainQuestion>
export type Obligation = z.infer<typeof obligation>
export type EditionMoves = z.infer<typeof editionMoves>
export type Profile = z.infer<typeof profile>

/** Of a framework whose facts nobody has written down yet. */
export const NO_DATA: KnowledgeData = {
  sources: {},
  profile: {},
  obligations: [],
  deadlines: [],
  facts: [],
  rulings: [],
  sizes: [],
  neighbours: [],
  editions: [],
}

/** How strongly a control binds, by the last entry that fits its id. */
export function obligationOf({ obligations }: KnowledgeData, id: string): Obligation | undefined {
  return obligations.findLast(({ ids }) => ids.some((one) => fitsId(one, id)))
}

/** Whether a line of the module tells how it stands to another framework. */
export function isOfNeighbour({ neighbours }: KnowledgeData, line: string): boolean {
  return neighbours.some(({ says }) => line.includes(says))
}

/** Whether an id is meant by `A.*`, `*` or its own name. */
export function fitsId(pattern: string, id: string): boolean {
  return pattern.endsWith('*') ? id.startsWith(pattern.slice(0, -1)) : pattern === id
}
