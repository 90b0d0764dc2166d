import { expect, test } from 'vitest'
import { ledgerFigures } from '../../bench/measure/ledger.ts'
import type { Outcome, Sample } from '../../bench/measure/outcome.ts'
import { curvesChart } from '../../bench/report/curves-chart.ts'
import { ratioChart } from '../../bench/report/ratio-chart.ts'
import { median, summarize } from '../../bench/report/summary.ts'
import { summaryTable } from '../../bench/report/table.ts'
import { CURVES } from '../../bench/workloads/curves.ts'
import { workloads } from '../../bench/workloads/workloads.ts'

const sample = (cpuMicros: number, round: number): Sample => ({
  round,
  cpuMicros,
  done: 100,
  failed: 0,
  wallMs: 500,
  peakRssBytes: 2_000 * 2 ** 20,
  othersCores: 0.5,
  latency: { p50: 2, p99: 9 },
})

function outcome(id: string, service: number[], floor: number[]): Outcome {
  const workload = workloads(1_000).find((one) => one.id === id)
  if (!workload) throw new Error(`no workload ${id}`)
  const idle = { startCpuMicros: 1_500_000, idleRssBytes: 1_000 * 2 ** 20 }
  return {
    workload,
    measured: [
      { target: 'svc', role: 'service', ...idle, samples: service.map(sample) },
      { target: 'floor', role: 'floor', ...idle, samples: floor.map(sample) },
    ],
    skipped: [{ target: 'nginx', reason: 'no nginx <here> & now' }],
    failed: [],
  }
}

test('a ratio is the middle of the ratios of each round, not the ratio of the middles', () => {
  const [service] = summarize(outcome('W2', [10, 40, 90], [10, 10, 30])).rows
  expect(service).toMatchObject({ cpuMicros: 40, ratio: 3, unitsPerSecond: 200, done: 300, failed: 0 })
})

test('a stream counts its chunks, and its memory is what came above the idle process', () => {
  const { unit, rows } = summarize(outcome('W4', [10], [10]))
  expect(unit).toBe('chunk')
  expect(rows[0]).toMatchObject({ unitsPerSecond: 4_000, streamKib: 1_024 })
})

test('the middle of an even number of values is between the two in the middle', () => {
  expect(median([4, 1, 2, 3])).toBe(2.5)
  expect(median([])).toBeUndefined()
})

test('the table shows the cheapest first, and says what is missing and what disturbed', () => {
  const lines = summaryTable(summarize(outcome('W2', [1_234.56], [100]))).split('\n')
  expect(lines[1]).toMatch(/^W2 {2}plain call, small prompt, 64 at one time/)
  expect(lines[3]).toMatch(/^ {2}floor +100\.0 +1\.00 /)
  expect(lines[4]).toMatch(/^ {2}svc +1,234\.6 +12\.35 +200 +2\.0 +9\.0 +100 +0$/)
  expect(lines.slice(5)).toEqual([
    '  other programs used 0.5 cores: trust the ratios alone',
    '  nginx left out: no nginx <here> & now',
    '',
  ])
})

test('the chart has a bar for each ratio, a sentence for those who do not see it, and escapes what it quotes', () => {
  const many = summarize(outcome('W2', [9_000], [100]))
  const svg = ratioChart([summarize(outcome('W1', [115], [100])), many], 'here & <now>')
  expect(svg).toMatch(/^<svg [^>]*role="img" aria-labelledby="title description"/)
  expect(svg).toContain('W1, feed of 30 KB: svc 1.15 times the floor.')
  expect(svg).toContain('here &amp; &lt;now&gt;')
  expect(svg.match(/<rect class="c0" x="290"/g)).toHaveLength(2)
  expect(svg).toContain('>90.0 →<')
  expect(svg).not.toContain('NaN')
})

test('the curves have a line for each target, and none where nothing was measured', () => {
  const [prompt] = CURVES
  if (!prompt) throw new Error('no curves')
  const summary = summarize(outcome('W2', [1_000], [10]))
  const points = prompt.points.map(({ at }) => ({ at, summary }))
  const svg = curvesChart([{ ...prompt, points }], '')
  expect(svg.match(/<polyline/g)).toHaveLength(2)
  expect(svg).toContain('CPU us a call by KB of user text: svc 1: 1K')
  expect(svg).not.toContain('NaN')
})

test("the lines of the ledger's benchmark are read back", () => {
  const line =
    'file, synchronous normal       1 callers,  1 keys:     8123 pairs/s, p50 0.110 ms, p99 0.321 ms, own CPU  121.5 us\n'
  expect(ledgerFigures(`floor\n${line}`)).toEqual([
    { store: 'file, synchronous normal', callers: 1, keys: 1, pairsPerSecond: 8_123, cpuMicros: 121.5 },
  ])
})
