import { parseArgs } from 'node:util'
import type { Pace } from './measure/measure-workload.ts'
import { CURVES } from './workloads/curves.ts'
import { LEDGER, START, workloads } from './workloads/workloads.ts'

export interface Options {
  mode: 'full' | 'quick' | 'curves'
  /** Only these workloads; undefined: all that the mode has. */
  only?: readonly string[]
  /** Slow streams at one time. */
  streams: number
  pace: Pace
}

/** So long that each slow stream runs twice. */
const FULL_PACE: Pace = { rounds: 5, durationMs: 4_000, warmUpMs: 2_000 }
const QUICK_PACE: Pace = { rounds: 2, durationMs: 500, warmUpMs: 400 }
const CURVES_PACE: Pace = { rounds: 3, durationMs: 1_500, warmUpMs: 1_000 }

const RUNS = [...workloads(1).map(({ id }) => id), START, LEDGER]
const CURVE_IDS = CURVES.map(({ id }) => id)

export const USAGE = `npm run bench -- [options]
  --quick            about a minute: fewer and shorter rounds
  --curves           how the cost grows, instead of the workloads
  --workloads W2,W3  these alone: ${RUNS.join(' ')}; of the curves ${CURVE_IDS.join(' ')}
  --streams N        slow streams of W4 at one time (1000)
  --rounds N         measurements of each target
  --seconds N        length of each
`

/** @throws where an option is unknown or no number */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      curves: { type: 'boolean', default: false },
      workloads: { type: 'string' },
      streams: { type: 'string', default: '1000' },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
    },
  })
  const mode = values.curves ? 'curves' : values.quick ? 'quick' : 'full'
  const usual = { full: FULL_PACE, quick: QUICK_PACE, curves: CURVES_PACE }[mode]
  const only = values.workloads?.split(',')
  const known = mode === 'curves' ? CURVE_IDS : RUNS
  const unknown = only?.find((id) => !known.includes(id))
  if (unknown !== undefined) throw new Error(`no workload ${unknown}; there are ${known.join(' ')}`)
  return {
    mode,
    ...(only && { only }),
    streams: count('streams', values.streams),
    pace: {
      ...usual,
      ...(values.rounds !== undefined && { rounds: count('rounds', values.rounds) }),
      ...(values.seconds !== undefined && lasting(positive('seconds', values.seconds), usual)),
    },
  }
}

/** A shorter measurement has a shorter warm-up. */
function lasting(seconds: number, { warmUpMs }: Pace): Pick<Pace, 'durationMs' | 'warmUpMs'> {
  const durationMs = 1_000 * seconds
  return { durationMs, warmUpMs: Math.min(warmUpMs, durationMs) }
}

function count(name: string, value: string): number {
  const number = positive(name, value)
  if (!Number.isInteger(number)) throw new Error(`--${name} wants a whole number, got ${value}`)
  return number
}

function positive(name: string, value: string): number {
  const number = Number(value)
  if (!(number > 0)) throw new Error(`--${name} wants a number above zero, got ${value}`)
  return number
}
