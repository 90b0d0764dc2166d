import { afterAll, beforeAll, expect, test } from 'vitest'
import { killAll } from '../smoke/spawned-process.ts'
import { asProcess, type Evidence } from './evidence.ts'
import { KEPT, MARKS } from './marked.ts'

/*
 * What was said is in memory as long as its request lasts: once every exit was taken, it is in none of the strings that the process still
 * holds. The last request of each open connection has its headers there, and they are not searched for.
 */

const { user, system, pin, model, answer, failure, crash, trace, search } = MARKS

let evidence: Evidence
beforeAll(async () => {
  evidence = await asProcess('memory', { withMemory: true })
}, 180_000)
afterAll(killAll)

test('the memory was written down, and holds what the store holds', () => {
  expect(evidence.fileNames).toEqual([expect.stringMatching(/\.heapsnapshot$/)])
  expect(evidence.stored.tracesOf(KEPT.accountName)).not.toEqual([])
})

test.each(Object.entries({ user, system, pin, model, answer, failure, crash, trace, search }))(
  '%s is not in memory any more',
  (_place, mark) => {
    expect(evidence.stored.tracesOf(mark)).toEqual([])
  },
)
