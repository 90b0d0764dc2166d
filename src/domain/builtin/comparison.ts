import { citation, type ControlEntry, type Framework } from '../registry/framework.ts'
import { mappingsFrom } from '../registry/crosswalk.ts'
import type { Profile } from '../registry/knowledge-data.ts'
import type { Registry } from '../registry/registry.ts'
import type { Statement } from '../search/statements.ts'
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
    frameworks.map(({ data }) => (data.profile[row] ?? '–').replaceAll('|', '/'))
  return [
    `| | ${frameworks.map(({ name }) => name).join(' | ')} |`,
    `|${' --- |'.repeat(frameworks.length + 1)}`,
    `| **${labels.kind}** | ${frameworks.map(({ kind }) => kind).join(' | ')} |`,
    ...told.map((row) => `| **${labels[row]}** | ${cells(row).join(' | ')} |`),
  ].join('\n')
}

/** The first statement of one of several frameworks that speaks of another by a name of its own: how they relate. */
export function relation(
  statements: readonly (readonly [Framework, readonly Statement[]])[],
): { framework: Framework; statement: Statement } | undefined {
  const found = statements.flatMap(([framework, own]) => {
    const others = statements.map(([other]) => other).filter((other) => other !== framework)
    return own
      .filter(({ text }) => others.some((other) => speaksOf(text, other)))
      .map((statement) => ({ framework, statement }))
  })
  return found.find(({ statement }) => statement.kind === 'verdict') ?? found[0]
}

/** Whether a text names a framework as people list it. */
export function speaksOf(text: string, { name, aliases }: Framework): boolean {
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
