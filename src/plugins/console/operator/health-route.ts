import type { FastifyInstance } from 'fastify'
import type { RunningCalls } from '../../../domain/calls/running-calls.ts'
import type { Settlements } from '../../../domain/ledger/settlements.ts'
import type { Store } from '../../../domain/ledger/store.ts'
import type { Region } from '../../../domain/models/models.ts'
import type { WatchedUpstream } from '../../../domain/upstream/watched-upstream.ts'
import { html } from '../../pages/html.ts'
import { consolePage, sendPage } from '../console-page.ts'
import type { ConsoleParts } from '../console-parts.ts'
import { moment } from '../moment.ts'
import { healthMain, type HealthFact } from './health-page.ts'

export interface HealthParts extends ConsoleParts {
  store: Pick<Store, 'tryWrite'>
  settlements: Settlements
  running: RunningCalls
  /** How each path did when it was last asked. */
  pathStates: Record<Region, Pick<WatchedUpstream, 'available' | 'state'>>
  /** What answers on each path, in words: of the configuration, no secrets. */
  paths: Record<Region, string>
}

/** How this instance does, for operators. */
export function healthRoute(app: FastifyInstance, parts: HealthParts): void {
  app.get('/health', async (request, reply) => {
    const main = healthMain(await factsOf(parts))
    return sendPage(reply, consolePage(parts.assets, request, { title: 'Health', main }))
  })
}

async function factsOf(parts: HealthParts): Promise<HealthFact[]> {
  const { store, clock, settlements, running } = parts
  const writable = await store.tryWrite(clock.now()).then(
    () => true,
    () => false,
  )
  const waiting = settlements.waiting
  return [
    { label: 'Store', value: writable ? 'takes writes' : 'takes no writes', good: writable },
    pathFact('Global path', 'global', parts),
    pathFact('EU path', 'eu', parts),
    { label: 'Running calls', value: String(running.size), good: true },
    { label: 'Charges that wait for the store', value: String(waiting), good: waiting === 0 },
    { label: 'Memory', value: `${Math.round(process.memoryUsage.rss() / 1_048_576)} MiB`, good: true },
    { label: 'Running since', value: `${Math.round(process.uptime() / 60)} minutes`, good: true },
  ]
}

/** What answers on a path, and how it did when it was last asked. */
function pathFact(label: string, region: Region, { pathStates, paths }: HealthParts): HealthFact {
  const { available, state } = pathStates[region]
  const { answeredAt, failed, circuitOpen } = state
  const answered =
    answeredAt === undefined ? 'no answer since the start' : html`last answered ${moment(answeredAt)}`
  // A path that nobody set up has nothing to answer.
  if (!available) return { label, value: paths[region], good: true }
  return {
    label,
    value: html`${paths[region]}; ${circuitOpen && 'refused at once but for a probe, '}
    ${failed && html`failed ${moment(failed.at)} with <code>${failed.code}</code>, `}${answered}`,
    good: failed === undefined,
  }
}
