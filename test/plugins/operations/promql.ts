/** One series selector of an expression. */
export interface Selector {
  metric: string
  matchers: readonly { label: string; operator: string; value: string }[]
}

/** What a PromQL expression asks a service for. */
export interface Asked {
  selectors: readonly Selector[]
  /** The labels that its aggregations keep or drop. */
  groupings: readonly string[]
  /** Whether it adds series up, so that only the labels of its groupings are left. */
  aggregates: boolean
}

const AGGREGATIONS = new Set(['sum', 'max', 'min', 'avg', 'count'])
/** What our files use of PromQL; a name that is none of these is a slip. */
const FUNCTIONS = new Set([
  ...AGGREGATIONS,
  'absent',
  'changes',
  'histogram_quantile',
  'increase',
  'rate',
  'time',
  'vector',
])
const LISTS = new Set(['by', 'without', 'on', 'ignoring', 'group_left', 'group_right'])
const OPERATORS = new Set(['and', 'or', 'unless', 'bool', 'offset'])

const TOKEN =
  /\s+|(?<text>"(?:[^"\\]|\\.)*")|(?<range>\[(?:\d+[smhd]|\$__rate_interval|\$__range)\])|(?<number>\d+(?:\.\d+)?(?:e\d+)?)|(?<name>[A-Za-z_:][\w:]*)|(?<sign>=~|!~|!=|[<>=]=|[-+*/%^<>=(){},])/gy

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '{': '}' }

/** The expression's tokens, with every bracket closed. */
function tokensOf(expression: string): string[] {
  const open: string[] = []
  const tokens: string[] = []
  let read = 0
  for (const { 0: token, groups = {} } of expression.matchAll(TOKEN)) {
    read += token.length
    if (token.trim() === '') continue
    tokens.push(token)
    const closing = groups['sign'] === undefined ? undefined : CLOSING[token]
    if (closing) open.push(closing)
    else if ([')', '}'].includes(token) && open.pop() !== token)
      throw new Error(`${token} closes nothing: ${expression}`)
  }
  if (read < expression.length) throw new Error(`not PromQL from "${expression.slice(read)}": ${expression}`)
  if (open.length > 0) throw new Error(`${open.join(' ')} is missing: ${expression}`)
  return tokens
}

/**
 * The metrics and labels that an expression names. It reads what our files use of PromQL, and refuses the rest.
 * @throws {Error} where the expression is not of that kind, or calls a function that there is not
 */
export function readPromql(expression: string): Asked {
  const tokens = tokensOf(expression)
  const selectors: Selector[] = []
  const groupings: string[] = []
  let aggregates = false
  let at = 0
  while (at < tokens.length) {
    const token = tokens[at] ?? ''
    const next = tokens[at + 1]
    at += 1
    if (!/^[A-Za-z_:]/.test(token)) {
      if (token === '{') throw new Error(`a selector without a metric: ${expression}`)
      continue
    }
    if (LISTS.has(token)) {
      const end = tokens.indexOf(')', at)
      groupings.push(...tokens.slice(at + 1, end).filter((word) => word !== ','))
      at = end + 1
    } else if (FUNCTIONS.has(token) && (next === '(' || LISTS.has(next ?? ''))) {
      aggregates ||= AGGREGATIONS.has(token)
    } else if (next === '(') {
      throw new Error(`${token} is no function: ${expression}`)
    } else if (!OPERATORS.has(token)) {
      const end = next === '{' ? tokens.indexOf('}', at) : at
      selectors.push({ metric: token, matchers: matchersOf(tokens.slice(at + 1, end), expression) })
      at = next === '{' ? end + 1 : at
    }
  }
  return { selectors, groupings, aggregates }
}

function matchersOf(tokens: readonly string[], expression: string): Selector['matchers'] {
  const matchers = []
  for (let at = 0; at < tokens.length; at += 4) {
    const [label = '', operator = '', text = '', comma = ','] = tokens.slice(at, at + 4)
    const isMatcher = /^[A-Za-z_]\w*$/.test(label) && ['=', '!=', '=~', '!~'].includes(operator)
    if (!isMatcher || !text.startsWith('"') || comma !== ',')
      throw new Error(`not a matcher from "${label}": ${expression}`)
    matchers.push({ label, operator, value: text.slice(1, -1) })
  }
  return matchers
}
