import { citation, type ControlEntry, type Framework } from '../registry/framework.ts'
import { mappingsFrom } from '../registry/crosswalk.ts'
import type { Profile } from '../registry/knowledge-data.ts'
import type { Registry } from '../registry/registry.ts'
import type { Findings } from '../search/entry-search.ts'
import { unmarked, type Statement, type StatementKind } from '../search/statements.ts'
import { stems } from '../search/stems.ts'
import { COVERS_ALL, COVERS_POINT } from './coverage.ts'
import type { Led } from './led-framework.ts'
import { capitalized } from './quote.ts'
import type { Question } from './read-question.ts'
import type { Speech } from './speech/speech.ts'

/** What is compared, in the order of the table. */
const ROWS = ['certificate', 'bound', 'exempt', 'duties', 'clock', 'supervision', 'penalty'] as const

/** Mappings that are worth a reader's time. */
const MAPPINGS_MOST = 8

/** Two or more frameworks side by side, each in its module's own words; undefined where their profiles are not told. */
export function comparisonTable(frameworks: readonly Framework[], { labels }: Speech): string | undefined {
  const told = ROWS.filter(
    (row) => frameworks.filter(({ data }) => data.profile[row] !== undefined).length > 1,
  )
  if (told.length === 0) return undefined
  const cells = (row: keyof Profile): string[] =>
    frameworks.map(({ data }) => capitalized(data.profile[row] ?? '–').replaceAll('|', '/'))
  return [
    `| | ${frameworks.map(({ name }) => name).join(' | ')} |`,
    `|${' --- |'.repeat(frameworks.length + 1)}`,
    `| **${labels.kind}** | ${frameworks.map(({ kind }) => kind).join(' | ')} |`,
    ...told.map((row) => `| **${labels[row]}** | ${cells(row).join(' | ')} |`),
  ].join('\n')
}

/** How much a statement of each kind tells of how two frameworks relate. */
const RELATES: Partial<Record<StatementKind, number>> = {
  scope: 3,
  verdict: 2.5,
  certificate: 2,
  pitfall: 1.5,
}

/** A question for a verdict is answered by one. */
const VERDICT_ASKED = 4

/** So many words beside the names of two frameworks and the form may only say how they relate. */
const ON_NAMES_MOST = 2

/** Among more frameworks no one sentence tells how they relate, and the search for one would take long. */
export const RELATED_MOST = 4

/** What a sentence on how frameworks relate may answer, the best first: what was asked, how they stand to each other at all, or part of it. */
const ANSWERS = ['asked', 'whole', 'part'] as const

/** A sentence on how frameworks relate. */
export interface Relation {
  text: string
  answers: (typeof ANSWERS)[number]
}

/** What one of several frameworks says of another by a name of its own: how they relate. */
export function relation(led: readonly Led[], question: Question, speech: Speech): Relation | undefined {
  if (led.length > RELATED_MOST) return undefined
  // "Is there any difference?" has a yes that nobody wants.
  const asked = question.kinds.includes('verdict') && !/\bdifferen/i.test(question.text)
  // "Does SOC 2 replace ISO 27001?" says hardly more than the names.
  const same = asked && ASKS_IF_SAME.test(question.text) && led.length === 2
  const said = saidBesideNames(led, question)
  const onNames = said.size <= ON_NAMES_MOST
  const named = led.map(({ whole }) => ({ whole, names: namesWithin(whole) }))
  const related = led.flatMap(({ whole, found, statements }) => {
    const others = named.filter((other) => other.whole !== whole)
    const foundOf = new Map(found.map((one) => [one.statement, one]))
    return statements.statements
      .filter(({ text, beside }) =>
        others.some((other) =>
          beside === undefined ? speaksOf(text, other.names) : beside === other.whole.id,
        ),
      )
      .map((statement) => {
        const { score = 0, covers = 0 } = foundOf.get(statement) ?? {}
        const speaks = covers >= COVERS_POINT && !onNames && statement.beside === undefined
        const ruled =
          statement.verdict !== undefined &&
          (onNames ? covers >= COVERS_ALL || isOnSaid(statement, said) : speaks)
        const decides = asked && (same && onNames ? statement.beside !== undefined : ruled)
        const ofWhole = statement.beside === undefined ? 'part' : 'whole'
        const answers: Relation['answers'] = decides || speaks ? 'asked' : ofWhole
        const kind = decides ? VERDICT_ASKED : (RELATES[statement.kind] ?? 1)
        return { whole, statement, answers, decides, worth: kind * (1 + score) }
      })
  })
  const [best] = related.toSorted(
    (a, b) =>
      Number(b.decides) - Number(a.decides) ||
      ANSWERS.indexOf(a.answers) - ANSWERS.indexOf(b.answers) ||
      b.worth - a.worth,
  )
  if (!best) return undefined
  const { verdict = 'no', text } = best.statement
  const opening = best.decides ? `${speech[verdict]} ` : ''
  return { text: `${opening}${capitalized(unmarked(text))} _(${best.whole.name})_`, answers: best.answers }
}

/** What a question on several frameworks says to each of them beside names and form, by stem. */
function saidBesideNames(led: readonly Led[], { form }: Question): ReadonlySet<string> {
  const [first, ...others] = led.map(({ findings }) => findings.terms.own.difference(form))
  return others.reduce((said, one) => said.intersection(one), first ?? new Set<string>())
}

/** What says of two frameworks that the one does for the other. */
const DOES_FOR_OTHER = new Set(
  stems('replace enough cover equal substitute instead equivalent suffice satisfy'),
)

/** Whether a question says so of two frameworks, in whatever language. */
export function asksIfEnough({ own, translated }: Findings['terms']): boolean {
  return !DOES_FOR_OTHER.isDisjointFrom(own) || !DOES_FOR_OTHER.isDisjointFrom(translated)
}

/** What is said of one that somebody has. */
const HELD = new Set(stems('hold have got already certified certificate report'))

/** Whether a ruling speaks of the few words that are said; where they say nothing, of whether the one does for the other. */
function isOnSaid({ about }: Statement, said: ReadonlySet<string>): boolean {
  const isGeneral = said.isSubsetOf(HELD) || !said.isDisjointFrom(DOES_FOR_OTHER)
  const words = isGeneral ? said.union(DOES_FOR_OTHER) : said
  return stems(about).some((stem) => words.has(stem))
}

/** "Is CMMC the same as SP 800-171?": no two entries of the registry are. */
const ASKS_IF_SAME =
  /\b(?:the same(?! as [\w .]{1,60} for)|identical|dasselbe|das gleiche|la m[êe]me chose|lo mismo|la stessa cosa|a mesma coisa|hetzelfde|to samo)\b|aynı (?:şey|mı)|同じです|同じもの|같은 것|一样吗|一回事|نفس/iu

/** An abbreviation: where a module and another framework are asked about together, it means that framework there. */
const ABBREVIATION = /^[A-Z][A-Z0-9-]{2,}$/

/** What a module calls another framework by that is asked about with it: abbreviations, too, that may mean other things elsewhere. */
function namesWithin({ name, aliases, ambiguousNames }: Framework): Pick<Framework, 'name' | 'aliases'> {
  return { name, aliases: [...aliases, ...ambiguousNames.filter((one) => ABBREVIATION.test(one))] }
}

/** Whether a text names a framework as people list it. */
export function speaksOf(text: string, { name, aliases }: Pick<Framework, 'name' | 'aliases'>): boolean {
  return [name, ...aliases].some((one) => {
    const at = text.indexOf(one)
    return at >= 0 && !/\w/.test(text[at + one.length] ?? ' ') && !/\w/.test(text[at - 1] ?? ' ')
  })
}

/** What a control is mapped to in another framework, with the source of each mapping. */
export function mappingLines(
  registry: Registry,
  framework: Framework,
  control: ControlEntry,
  others: readonly Framework[],
  { labels }: Speech,
): string[] {
  const lines = others.flatMap((other) => {
    const crosswalk = registry.crosswalk(framework.id, other.id)
    if (!crosswalk) return []
    const titles = new Map(other.controls.map(({ id, title }) => [id, title]))
    return mappingsFrom(crosswalk, framework.id)
      .filter(({ from }) => from === control.id)
      .slice(0, MAPPINGS_MOST)
      .map(({ to, relation: kind, source }) => {
        const cited = [citation(other, to), titles.get(to)].filter((one) => one !== undefined).join(' ')
        return `- ${other.name} **${cited}** (${kind}; ${source.title})`
      })
  })
  return lines.length === 0 ? [] : [`${labels.mapped}\n\n${lines.join('\n')}`]
}
