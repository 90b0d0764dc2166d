import { askBadly } from './bad-callers.ts'
import { callOnce, type SoakParts } from './callers.ts'
import { replaceKey, topUp } from './operators.ts'
import type { SoakOptions } from './options.ts'
import { atPace } from './pace.ts'
import type { People } from './people.ts'
import { look } from './visitors.ts'

/** Everybody who wants something of the service, until it is over; settles when all have what they get. */
export async function loadUntil(
  over: AbortSignal,
  parts: SoakParts,
  people: People,
  { callsPerSecond, callsMost }: Pick<SoakOptions, 'callsPerSecond' | 'callsMost'>,
): Promise<void> {
  const every = (everyMs: number, most: number, work: () => Promise<void>): Promise<void> =>
    atPace({ everyMs, most, over, failed: (cause) => parts.tally.fault(String(cause)) }, work)
  const callMs = 1_000 / callsPerSecond
  await Promise.all([
    every(callMs, callsMost, () => callOnce(parts)),
    every(10 * callMs, 10, () => askBadly(parts)),
    every(5 * callMs, 10, () => look(parts)),
    every(25 * callMs, 2, () => replaceKey(parts)),
    every(60 * callMs, 2, () => topUp(parts)),
    every(40 * callMs, 3, () => people.visit()),
  ])
}
