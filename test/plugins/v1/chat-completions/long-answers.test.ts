import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { UpstreamEvent } from '../../../../src/domain/upstream/upstream.ts'
import { readKnowledge } from '../../../support/knowledge.ts'
import { startService, type Service } from '../../../support/start-service.ts'
import { ask, framesIn } from './asking.ts'

/** Ids without an end, each of which has the shape of several of the injected frameworks' ids. */
const HOSTILE = 'a1'.repeat(100_000)
const PINS = { svc: { frameworks: ['pci-dss', 'soc-2', 'owasp-asvs'] } }

/** Far more turns of the event loop than sending such an answer takes, far fewer than reading it in short ones. */
const TURNS = 300

let service: Service
/** Turns of the event loop since the upstream's text came. */
let turns = 0
let turning = true

beforeAll(async () => {
  // The first answer on a framework prepares the check of its ids, which counts as well.
  service = await startService({}, { knowledge: await readKnowledge() })
  service.parts.upstreams.global = {
    available: true,
    open: async () => ({ fingerprint: undefined, events: hostile() }),
    close: async () => undefined,
  }
  const count = (): void => {
    turns += 1
    if (turning) setImmediate(count)
  }
  count()
})
afterAll(async () => {
  turning = false
  await service.close()
})

async function* hostile(): AsyncGenerator<UpstreamEvent[]> {
  turns = 0
  yield [{ kind: 'text', text: `${HOSTILE} CC6.1` }]
  yield [
    { kind: 'finish', reason: 'stop' },
    { kind: 'usage', usage: { promptTokens: 9, completionTokens: 100_000 } },
  ]
}

describe('an answer that is made to be hard to read', () => {
  test('leaves the event loop to others while its references are checked: plain', async () => {
    const body = (await (await ask(service, PINS)).json()) as { svc: { references: object[] } }
    expect(turns).toBeGreaterThan(TURNS)
    expect(body.svc.references).toContainEqual({
      id: 'CC6.1',
      framework: 'soc-2',
      known: true,
      status: 'current',
    })
  })

  test('leaves the event loop to others while its references are checked: streamed', async () => {
    const text = await (await ask(service, { stream: true, ...PINS })).text()
    expect(turns).toBeGreaterThan(TURNS)
    const last = framesIn(text).findLast((frame) => (frame as { svc?: object }).svc)
    expect(last).toHaveProperty('svc.references', [
      { id: 'CC6.1', framework: 'soc-2', known: true, status: 'current' },
    ])
  })
})
