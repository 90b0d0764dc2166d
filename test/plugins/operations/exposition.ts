import { readPromql, type Asked, type Selector } from './promql.ts'

/** What `/metrics` shows: the values of each label of each metric. */
export type Exposition = ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>

/** What Prometheus adds to each series, and the metric it makes itself. */
const OF_THE_TARGET = new Set(['job', 'instance'])
const UP = 'up'
/** What prom-client can read on Linux alone. */
const ON_LINUX = ['process_open_fds', 'process_max_fds']

/** Reads Prometheus' text format. */
export function readExposition(text: string): Exposition {
  const unseen = process.platform === 'linux' ? [UP] : [UP, ...ON_LINUX]
  const metrics = new Map(unseen.map((name) => [name, new Map<string, Set<string>>()]))
  for (const line of text.split('\n')) {
    const [, name, labels = ''] = /^([A-Za-z_:][\w:]*)(?:\{(.*)\})? \S+$/.exec(line) ?? []
    if (name === undefined) continue
    const values = metrics.get(name) ?? new Map<string, Set<string>>()
    metrics.set(name, values)
    for (const [, label = '', value = ''] of labels.matchAll(/(\w+)="([^"]*)"/g))
      values.set(label, (values.get(label) ?? new Set()).add(value))
  }
  return metrics
}

/** A query with the labels that texts beside it name: a legend, an alert's words. */
export interface Query {
  where: string
  expression: string
  named?: readonly string[]
}

/** What a query asks for and the service does not have, in words. */
export function misses(exposition: Exposition, { where, expression, named = [] }: Query): string[] {
  let asked: Asked
  try {
    asked = readPromql(expression)
  } catch (cause) {
    return [`${where}: ${(cause as Error).message}`]
  }
  const { selectors, groupings, aggregates } = asked
  const has = ({ metric }: Selector, label: string): boolean =>
    OF_THE_TARGET.has(label) || exposition.get(metric)?.has(label) === true
  const found = selectors.filter(({ metric }) => exposition.has(metric))
  const faults = [
    ...(selectors.length > 0 ? [] : ['asks for nothing']),
    ...selectors
      .filter((selector) => !found.includes(selector))
      .map(({ metric }) => `there is no metric ${metric}`),
    ...found.flatMap((selector) => [
      ...[...selector.matchers.map(({ label }) => label), ...groupings]
        .filter((label) => !has(selector, label))
        .map((label) => `${selector.metric} has no label ${label}`),
      ...unseenValues(exposition, selector),
    ]),
    ...named
      .filter((label) =>
        aggregates ? !groupings.includes(label) : !found.every((selector) => has(selector, label)),
      )
      .map((label) => `a text names ${label}, which is not in the result`),
  ]
  return faults.map((fault) => `${where}: ${fault}`)
}

/** The plain values and alternatives that a selector names, and that its metric never showed. Patterns and variables are not looked at. */
function unseenValues(exposition: Exposition, { metric, matchers }: Selector): string[] {
  return matchers.flatMap(({ label, operator, value }) => {
    const seen = exposition.get(metric)?.get(label)
    if (!seen) return []
    const values = operator.endsWith('~') ? value.split('|') : [value]
    return values
      .filter((one) => /^[\w/-]+$/.test(one) && !seen.has(one))
      .map((one) => `${metric} never has ${label}="${one}"`)
  })
}
