import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { killAll, startServer } from '../../smoke/spawned-process.ts'
import { startUpstream, type UpstreamServer } from '../../support/upstream-server.ts'
import { misses, readExposition, type Exposition, type Query } from './exposition.ts'

interface Rule {
  alert: string
  expr: string
  for: string
  labels: { severity: string }
  annotations: { summary: string; description: string }
}

interface Panel {
  title: string
  type: string
  datasource?: { type: string; uid: string }
  targets?: { refId: string; expr: string; legendFormat: string; datasource: { uid: string } }[]
}

interface Dashboard {
  uid: string
  schemaVersion: number
  panels: Panel[]
  templating: { list: { name: string; type: string; query: string | { query: string } }[] }
}

const read = (name: string): string =>
  readFileSync(new URL(`../../../deploy/${name}`, import.meta.url), 'utf8')
const dashboard = JSON.parse(read('grafana/svc.json')) as Dashboard
const { groups } = parse(read('prometheus/alerts.yml')) as { groups: { name: string; rules: Rule[] }[] }
const rules = groups.flatMap((group) => group.rules)

const labelsNamed = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, label = '']) => label)

const ofAlerts: Query[] = rules.map(({ alert, expr, annotations }) => ({
  where: alert,
  expression: expr,
  named: labelsNamed(annotations.summary + annotations.description, /\$labels\.(\w+)/g),
}))

const ofPanels: Query[] = dashboard.panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ refId, expr, legendFormat }) => ({
    where: `${title} ${refId}`,
    expression: expr,
    named: labelsNamed(legendFormat, /\{\{\s*(\w+)\s*\}\}/g),
  })),
)

/** `label_values(metric, label)`, as a query that keeps the label. */
const ofVariables: Query[] = dashboard.templating.list.flatMap(({ name, query }) => {
  if (typeof query === 'string') return []
  const [, metric = '', label = ''] = /^label_values\((.+), (\w+)\)$/.exec(query.query) ?? []
  return [{ where: `variable ${name}`, expression: `sum by (${label}) (${metric})`, named: [label] }]
})

/** The routes that the files name. */
const ROUTES = [
  '/v1/chat/completions',
  '/console/playground/answer',
  '/healthz',
  '/readyz',
  '/metrics',
] as const

let upstream: UpstreamServer
let exposition: Exposition

/** The real process, once each kind of request that the files ask for by name has come. */
beforeAll(async () => {
  upstream = await startUpstream(
    (response) => {
      const message = { role: 'assistant', content: 'Yes.' }
      const usage = { prompt_tokens: 10, completion_tokens: 2, total_tokens: 12 }
      response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }], usage }))
    },
    (response) => void response.writeHead(429).end('{}'),
  )
  const { url, key } = await startServer({
    UPSTREAM_BASE_URL: upstream.url,
    UPSTREAM_FAST_MODEL: 'small',
    UPSTREAM_THINKING_MODEL: 'large',
  })
  const post = (path: string, body: unknown): Promise<Response> =>
    fetch(url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'manual',
    })
  const call = { model: 'svc-fast', messages: [{ role: 'user', content: 'What does DORA ask?' }] }
  for (const path of [ROUTES[0], ...ROUTES]) await post(path, call)
  for (const path of ROUTES) await fetch(url + path, { redirect: 'manual' })
  await vi.waitUntil(
    async () => {
      exposition = readExposition(await (await fetch(`${url}/metrics`)).text())
      const seen = (metric: string, label: string): ReadonlySet<string> =>
        exposition.get(metric)?.get(label) ?? new Set()
      return (
        ROUTES.every((route) => seen('svc_requests_total', 'route').has(route)) &&
        seen('svc_calls_total', 'outcome').has('upstream_error') &&
        // Collections are counted a moment after they were.
        seen('nodejs_gc_duration_seconds_sum', 'kind').size > 0
      )
    },
    { timeout: 10_000 },
  )
})
afterAll(async () => {
  killAll()
  await upstream.close()
})

describe('alert rules', () => {
  test('ask only for what the service exposes', () => {
    expect(ofAlerts.length).toBeGreaterThan(10)
    expect(ofAlerts.flatMap((query) => misses(exposition, query))).toEqual([])
  })

  test.each(rules)('$alert waits, has a severity and says what to do', (rule) => {
    expect(rule.for).toMatch(/^\d+m$/)
    expect(['critical', 'warning', 'info']).toContain(rule.labels.severity)
    expect(rule.annotations.summary).not.toMatch(/\.$/)
    expect(rule.annotations.description).toMatch(/\w{3,} .{30,}\.$/)
  })

  test('have a name each', () => {
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
    expect(rules.filter(({ alert }) => !/^Svc[A-Z][A-Za-z]+$/.test(alert))).toEqual([])
  })
})

describe('the dashboard', () => {
  test('asks only for what the service exposes', () => {
    expect(ofPanels.length).toBeGreaterThan(25)
    expect(ofVariables).toHaveLength(2)
    expect([...ofPanels, ...ofVariables].flatMap((query) => misses(exposition, query))).toEqual([])
  })

  test('takes its data source from a variable, whatever it is called', () => {
    expect(dashboard.templating.list[0]).toMatchObject({ name: 'datasource', type: 'datasource' })
    const panels = dashboard.panels.filter(({ type }) => type !== 'row')
    const sources = panels.flatMap(({ datasource, targets = [] }) => [
      datasource?.uid,
      ...targets.map((target) => target.datasource.uid),
    ])
    expect([...new Set(sources)]).toEqual([`\${datasource}`])
  })

  test('can leave out instances in every panel, but where it counts those that are up', () => {
    const whole = ofPanels.filter(({ expression }) => !expression.includes('instance=~"$instance"'))
    expect(whole.map(({ where }) => where)).toEqual(['Instances up A'])
  })
})

describe('the check of queries finds', () => {
  const good = 'sum by (route) (rate(svc_requests_total{status=~"5..",route!~"/healthz|/readyz"}[5m])) > 0.5'
  const faultsOf = (expression: string, ...named: string[]): string[] =>
    misses(exposition, { where: 'it', expression, named })

  test('nothing wrong with what is right', () => {
    expect(faultsOf(good, 'route')).toEqual([])
    expect(faultsOf('up{job="svc"} == 0 or svc_running_calls', 'instance')).toEqual([])
  })

  test.each([
    ['a metric that is not there', good.replace('requests', 'request'), 'no metric svc_request_total'],
    ['a second metric that is not there', `${good} and svc_gone`, 'no metric svc_gone'],
    ['a label that is not there', good.replace('status', 'code'), 'svc_requests_total has no label code'],
    ['a grouping that is not there', good.replace('(route)', '(model)'), 'has no label model'],
    ['a value that never comes', good.replace('/readyz', '/ready'), 'never has route="/ready"'],
    ['an unknown code', 'rate(svc_errors_total{code="internal"}[5m])', 'never has code="internal"'],
    ['a bucket of a counter', 'rate(svc_requests_total_bucket[5m])', 'no metric svc_requests_total_bucket'],
    ['a misspelt function', good.replace('rate', 'rates'), 'rates is no function'],
    ['a bracket that is open', `sum(${good}`, 'is missing'],
    ['a range without a unit', good.replace('5m', '5'), 'not PromQL'],
    ['a selector without a metric', 'sum({job="svc"})', 'a selector without a metric'],
    ['a matcher without quotes', 'svc_errors_total{code=internal_error}', 'not a matcher'],
    ['a query for nothing', '1 + 1', 'asks for nothing'],
  ])('%s', (_what, expression, fault) => {
    expect(faultsOf(expression)).toEqual([expect.stringContaining(fault)])
  })

  test('a text that names a label which was added up', () => {
    expect(faultsOf(good, 'instance')).toEqual([expect.stringContaining('a text names instance')])
    expect(faultsOf('svc_errors_total', 'route')).toEqual([expect.stringContaining('a text names route')])
  })
})
