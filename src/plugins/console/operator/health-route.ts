import type { FastifyInstance } from 'fastify'
import type { RunningCalls } from '../../../domain/calls/running-calls.ts'
import type { Settlements } from '../../../domain/ledger/settlements.ts'
import type { Store } from '../../../domain/ledger/store.ts'
import { consolePage, sendPage } from '../console-page.ts'
import type { ConsoleParts } from '../console-parts.ts'
import { healthMain, type HealthFact } from './health-page.ts'

export interface HealthParts extends ConsoleParts {
  store: Pick<Store, 'tryWrite'>
  settlements: Settlements
  running: RunningCalls
  /** What answers on each path, in words: of the configuration, no secrets. */
  paths: { global: string; eu: string }
}

/** How this instance does, for operators. */
export function healthRoute(app: FastifyInstance, parts: HealthParts): void {
  app.get('/health', async (request, reply) => {
    const main = healthMain(await factsOf(parts))
    return sendPage(reply, consolePage(parts.assets, request, { title: 'Health', main }))
  })
}

async function factsOf({ store, clock, settlements, running, paths }: HealthParts): Promise<HealthFact[]> {
  const writable = await store.tryWrite(clock.now()).then(
    () => true,
    () => false,
  )
  const waiting = settlements.waiting
  return [
    { label: 'Store', value: writable ? 'takes writes' : 'takes no writes', good: writable },
    { label: 'Answers on the global path', value: paths.global, good: true },
    { label: 'Answers on the EU path', value: paths.eu, good: true },
    { label: 'Running calls', value: String(running.size), good: true },
    { label: 'Charges that wait for the store', value: String(waiting), good: waiting === 0 },
    { label: 'Memory', value: `${Math.round(process.memoryUsage.rss() / 1_048_576)} MiB`, good: true },
    { label: 'Running since', value: `${Math.round(process.uptime() / 60)} minutes`, good: true },
  ]
}
