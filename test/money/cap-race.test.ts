import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { killAll } from '../smoke/spawned-process.ts'
import { askUntilDecided } from '../support/ask-until-decided.ts'
import { TestPostgres } from '../support/postgres.ts'
import { completion, json, startUpstream, type UpstreamServer } from '../support/upstream-server.ts'
import { ask, books, customer, micros, serve, type Server } from './money-service.ts'

/*
 * A thousand calls at once where the money covers thirty-seven: as many are admitted as fit, at every instant, whatever the
 * store and however many processes share it.
 */

const CALLS = 1_000
const FIT = 37

let folder = ''
let postgres: TestPostgres
let upstream: UpstreamServer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-race-'))
  postgres = await TestPostgres.start()
  upstream = await startUpstream()
})
afterAll(async () => {
  killAll()
  await upstream.close()
  await postgres.stop()
  await rm(folder, { recursive: true })
})

const STORES = [
  { store: 'memory', processes: 1, url: async () => '' },
  { store: 'a file', processes: 1, url: async () => `sqlite:${join(folder, `${Math.random()}.db`)}` },
  { store: 'PostgreSQL', processes: 1, url: () => postgres.database() },
  { store: 'PostgreSQL shared by two processes', processes: 2, url: () => postgres.database() },
]

describe.each(STORES)('a thousand calls at once ($store)', { timeout: 120_000 }, ({ processes, url }) => {
  let database = ''
  let servers: Server[] = []
  beforeAll(async () => {
    database = await url()
    const environment = { DATABASE_URL: database, UPSTREAM_BASE_URL: upstream.url }
    servers = await Promise.all(Array.from({ length: processes }, () => serve(environment)))
  })
  afterAll(killAll)

  test.each(['the cap of a key', 'the credit of an account'])(
    '%s that covers 37 admits 37',
    async (limit) => {
      const [first] = servers
      if (!first) throw new Error('there is one')
      const price = await ceiling(first)
      const money = (FIT * price) / 1_000_000
      const { accountId, keyId, key } =
        limit === 'the cap of a key'
          ? await customer(first, 1_000, { day: money })
          : await customer(first, money)

      // Nobody is answered before everybody is admitted or refused, so that all admitted calls hold at once.
      const decided = Promise.withResolvers<void>()
      upstream.answer(async (response, call) => {
        await decided.promise
        await json(completion('Done.', { prompt_tokens: 1_000_000, completion_tokens: 256 }))(response, call)
      })
      const watched = watch(await sampler(database, first, accountId, keyId))
      let refused = 0
      const answers = await Promise.all(
        Array.from({ length: CALLS }, async (_, index) => {
          const response = await askUntilDecided(() => ask(servers[index % processes] ?? first, key))
          if (response.status === 429) refused += 1
          if (refused === CALLS - FIT || ![200, 429].includes(response.status)) decided.resolve()
          const body = (await response.json()) as { error?: { code: string }; svc?: { cost_usd: number } }
          return { status: response.status, code: body.error?.code, cost: micros(body.svc?.cost_usd ?? 0) }
        }),
      )
      const { samples, least } = await watched()

      const admitted = answers.filter(({ status }) => status === 200)
      expect(admitted).toHaveLength(FIT)
      expect(new Set(answers.flatMap(({ code }) => code ?? []))).toEqual(new Set(['credit_held']))
      expect(samples).toBeGreaterThan(0)
      expect(least).toBe(0)
      // Every call cost what it held: the upstream said that it used more.
      const charged = admitted.reduce((sum, { cost }) => sum + cost, 0)
      expect(charged).toBe(FIT * price)
      const after = await books(first, accountId, keyId)
      expect(after.held).toBe(0)
      expect(after.windows['day']).toMatchObject({ spent: charged, held: 0 })
      expect((await ask(first, key)).status).toBe(429)
    },
  )
})

/** The most that one call can cost, in micro-dollars, as its preflight says. */
async function ceiling(server: Server): Promise<number> {
  const { key } = await customer(server, 1_000)
  const preflight = (await (await ask(server, key, '/chat/completions/preflight')).json()) as {
    cost_max_usd: number
  }
  return micros(preflight.cost_max_usd)
}

/** What is free of credit and of the day's cap (null: none), seen from outside the service in one step. */
type Sample = () => Promise<{ free: number; room: number | null }>

const SAMPLE = `
  select a.balance_micros - a.held_micros as free,
    k.limit_day - coalesce(w.spent_micros, 0) - coalesce(w.held_micros, 0) as room
  from api_keys k join accounts a on a.id = k.account_id
  left join windows w on w.key_id = k.id and w.kind = 'day'
  where k.id = `

/** Looks into the store itself, beside the service; what is in memory only the service can tell. */
async function sampler(
  url: string,
  server: Server,
  accountId: string,
  keyId: string,
): Promise<[Sample, () => void]> {
  if (url.startsWith('postgres')) {
    const client = await postgres.connect(url)
    const sample = async (): Promise<{ free: number; room: number | null }> => {
      const { rows } = await client.query<{ free: string; room: string | null }>(`${SAMPLE}$1`, [keyId])
      return { free: Number(rows[0]?.free), room: rows[0]?.room == null ? null : Number(rows[0].room) }
    }
    return [sample, () => void client.end()]
  }
  if (url.startsWith('sqlite')) {
    const file = new DatabaseSync(url.slice('sqlite:'.length), { readOnly: true })
    const statement = file.prepare(`${SAMPLE}?`)
    const sample = async (): Promise<{ free: number; room: number | null }> => {
      await setImmediate()
      return statement.get(keyId) as { free: number; room: number | null }
    }
    return [sample, () => file.close()]
  }
  const sample = async (): Promise<{ free: number; room: number | null }> => {
    const { balance, held, windows } = await books(server, accountId, keyId)
    const { limit = null, spent = 0, held: inDay = 0 } = windows['day'] ?? {}
    return { free: balance - held, room: limit === null ? null : limit - spent - inDay }
  }
  return [sample, () => undefined]
}

/** Looks again and again until asked for what was seen: the least that was ever free, and how often it looked. */
function watch([sample, end]: [Sample, () => void]): () => Promise<{ samples: number; least: number }> {
  const stop = new AbortController()
  const seen = { samples: 0, least: Infinity }
  const looking = (async () => {
    while (!stop.signal.aborted) {
      const { free, room } = await sample()
      seen.samples += 1
      seen.least = Math.min(seen.least, free, room ?? Infinity)
    }
    end()
  })()
  return async () => {
    stop.abort()
    await looking
    return seen
  }
}
