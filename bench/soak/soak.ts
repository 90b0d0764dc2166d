import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { readConfig } from '../../src/config.ts'
import { openStore } from '../../src/open-store.ts'
import { machine } from '../report/machine.ts'
import type { SoakParts } from './callers.ts'
import { Chance } from '../../tools/chance.ts'
import { compareBooks, type Comparison } from './compare-books.ts'
import { openAccounts } from './customers.ts'
import { startFaultyUpstream, type FaultyUpstream } from './faulty-upstream.ts'
import { loadUntil } from './load.ts'
import type { SoakOptions } from './options.ts'
import { People } from './people.ts'
import { secondHalfOf, segmentsOf, type SoakResult } from './result.ts'
import { sampleOf, type Sample } from './samples.ts'
import { SoakService, SWEPT_WITHIN_MS, type EndOfProcess } from './soak-service.ts'
import { Tally } from './tally.ts'

/** When the process is ended in the middle of the load, as a share of it, so that the second half is one process's own. */
const RESTARTS: readonly { at: number; by: EndOfProcess }[] = [
  { at: 0.2, by: 'SIGTERM' },
  { at: 0.4, by: 'SIGKILL' },
]
/** Answers that a process has to have given before it is ended, however slow the machine is. */
const ANSWERS_LEAST = 20
const LOOK_MS = 100

/** Runs the real service under faulty load, through restarts, then holds its books against what callers were told. */
export async function runSoak(options: SoakOptions, print: (words: string) => void): Promise<SoakResult> {
  const chance = new Chance(20_261_123)
  const folder = await mkdtemp(join(tmpdir(), 'svc-soak-'))
  const databaseUrl = options.databaseUrl ?? `sqlite:${join(folder, 'soak.db')}`
  const upstream = await startFaultyUpstream(chance)
  let service: SoakService | undefined
  try {
    service = await SoakService.start(databaseUrl, upstream.url)
    const customers = await openAccounts(service, options)
    const parts: SoakParts = { service, customers, tally: new Tally(), chance }
    return await soak(parts, { options, databaseUrl, upstream, print })
  } finally {
    service?.killRest()
    await upstream.close()
    await rm(folder, { recursive: true })
  }
}

interface Run {
  options: SoakOptions
  databaseUrl: string
  upstream: FaultyUpstream
  print: (words: string) => void
}

async function soak(parts: SoakParts, run: Run): Promise<SoakResult> {
  const { service, tally, customers } = parts
  const { options, databaseUrl, upstream, print } = run
  const people = new People(parts)
  const over = new AbortController()
  const began = performance.now()
  const seconds = (): number => (performance.now() - began) / 1_000
  const samples: Sample[] = []
  let segment = 0
  const sampler = setInterval(() => {
    const sample = service.process && sampleOf(service.pid)
    if (sample) samples.push({ second: seconds(), segment, ...sample })
  }, options.sampleMs)

  const loaded = loadUntil(over.signal, parts, people, options)
  let killedAt = 0
  for (const { at, by } of RESTARTS) {
    const answered = tally.count('plain: 200') + ANSWERS_LEAST
    while (seconds() < at * options.seconds || tally.count('plain: 200') < answered) await delay(LOOK_MS)
    print(`${seconds().toFixed(0)} s: ${by}\n`)
    await service.restart(by)
    segment += 1
    if (by === 'SIGKILL') killedAt = performance.now()
  }
  const answered = tally.count('plain: 200') + ANSWERS_LEAST
  while (seconds() < options.seconds || tally.count('plain: 200') < answered) await delay(LOOK_MS)
  over.abort()
  const loadSeconds = seconds()
  await loaded
  clearInterval(sampler)
  print(`${seconds().toFixed(0)} s: the load is over\n`)

  await service.idle()
  const books = [...customers, ...people.known.values()].map(({ book }) => book)
  const comparison = await compareBooks(service, books)
  const swept = performance.now() - killedAt > SWEPT_WITHIN_MS
  await service.end('SIGTERM')
  if (!swept) await sweepAhead(databaseUrl, comparison)
  const ledger = await service.checkLedger()
  return {
    machine: machine(),
    store: options.databaseUrl === undefined ? 'a SQLite file' : 'PostgreSQL',
    options: {
      seconds: options.seconds,
      callsPerSecond: options.callsPerSecond,
      accounts: options.accounts,
    },
    loadSeconds,
    outcomes: Object.fromEntries(tally.outcomes),
    upstream: Object.fromEntries(upstream.did),
    comparison,
    holdsReleasedBy: swept ? 'the service' : 'the check',
    ledgerCheck: ledger.words,
    segments: segmentsOf(samples, [...RESTARTS.map(({ by }) => by), 'the end of the soak']),
    secondHalf: secondHalfOf(samples, loadSeconds),
    samples,
    failures: failuresOf(tally, comparison, ledger, service.faultLines),
  }
}

/**
 * The service releases the holds of a process that was killed once no call of it could run any more. A run that is too short for that asks
 * the store to do so as of later.
 */
async function sweepAhead(databaseUrl: string, comparison: Comparison): Promise<void> {
  const store = await openStore(readConfig({ DATABASE_URL: databaseUrl }))
  await store.sweep(Date.now() + SWEPT_WITHIN_MS)
  const accounts = await store.listAccounts({ limit: 1_000 })
  comparison.heldMicros = accounts.reduce((sum, { heldMicros }) => sum + heldMicros, 0)
  comparison.running = 0
  await store.close()
}

function failuresOf(
  tally: Tally,
  { wrong, heldMicros, running }: Comparison,
  ledger: { code: number | null; words: string },
  faultLines: readonly string[],
): string[] {
  return [
    ...[...tally.faults].map(([what, times]) => `${what}, ${times} times`),
    ...wrong,
    ...(heldMicros === 0 ? [] : [`${heldMicros} micro-USD are still held`]),
    ...(running === 0 ? [] : [`${running} calls are still running`]),
    ...(ledger.code === 0 ? [] : [`ledger:check: ${ledger.words}`]),
    ...[...new Set(faultLines)].map((line) => `the service logged: ${line}`),
  ]
}
