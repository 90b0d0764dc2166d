import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { KINDS } from './kinds.ts'
import { reportLines, runKind } from './run-kind.ts'

/** As every property test: the same cases at every run. */
const seed = fc.readConfigureGlobal().seed ?? 0

test('the kinds share a thousand cases', () => {
  expect(KINDS.reduce((sum, { share }) => sum + share, 0)).toBe(1_000)
})

test.for(KINDS)('what the service promises holds for any $name', async (kind, { annotate }) => {
  const report = await runKind(kind, { cases: kind.share, seed, database: undefined })
  // With the longest turn of the loop, which is told and not judged: it depends on the machine.
  await annotate(reportLines(report).join('\n'))
  expect(report.violation).toBeUndefined()
  expect(report.cases).toBe(kind.share)
})
