import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'undici'
import { startService } from './targets/service.ts'

/*
 * What the registry's routes cost beside a plain one: CPU of the whole process per request, in turns of one run, as ratios. Every key is
 * held to its rate, so many keys ask. Run: npm run bench:registry
 */

const ADMIN_TOKEN = 'operator-token-for-benches-0123456789'
const ACCOUNTS = 30
const KEYS = 20
const REQUESTS = 1_500
const ROUNDS = 5
const CONNECTIONS = 8

/** What is asked, and how the others are told beside the first. */
const ROUTES: readonly { name: string; path: string; body?: object }[] = [
  { name: 'GET /v1/models/svc-fast (plain)', path: '/v1/models/svc-fast' },
  { name: 'one control', path: '/v1/frameworks/soc-2/controls/CC6.1' },
  { name: 'twenty controls of a framework', path: '/v1/frameworks/soc-2/controls?limit=20' },
  { name: 'search in one framework', path: '/v1/controls?q=restore+test+of+backups&framework=iso-27001' },
  { name: 'search over all', path: '/v1/controls?q=restore+test+of+backups' },
  { name: 'a control in a crosswalk', path: '/v1/crosswalks/iso-27001/nist-800-53?control=A.8.13' },
  { name: 'editions', path: '/v1/frameworks/nist-csf/editions' },
  { name: 'deadlines of a framework', path: '/v1/deadlines?framework=dora' },
  {
    name: 'check of 200 characters',
    path: '/v1/references/check',
    body: { text: `ISO 27001: A.9.4.1, A.5.20 and A.5.99. ${'Words without ids. '.repeat(8)}` },
  },
]

const folder = await mkdtemp(join(tmpdir(), 'svc-bench-'))
const service = await startService(folder, { ADMIN_TOKEN })
const pool = new Pool(service.origin, { connections: CONNECTIONS })
try {
  const keys = await makeKeys()
  const costs = ROUTES.map((): number[] => [])
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [index, route] of ROUTES.entries()) {
      const cost = await measure(route, keys)
      // The first round warms up.
      if (round > 0) costs[index]?.push(cost)
    }
  }
  const plain = median(costs[0] ?? [])
  for (const [index, { name }] of ROUTES.entries()) {
    const own = median(costs[index] ?? [])
    process.stdout.write(`${name.padEnd(34)} ${own.toFixed(0).padStart(6)} us  ${(own / plain).toFixed(2)}\n`)
  }
} finally {
  await pool.close()
  await service.stop()
  await rm(folder, { recursive: true })
}

/** CPU of the process per request, in microseconds. */
async function measure({ path, body }: (typeof ROUTES)[number], keys: readonly string[]): Promise<number> {
  const { cpuMicros: before } = await service.usage()
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < REQUESTS) {
      const key = keys[next % keys.length] ?? ''
      next += 1
      const { statusCode, body: answer } = await pool.request({
        method: body ? 'POST' : 'GET',
        path,
        headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      })
      await answer.dump()
      if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}`)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, worker))
  return ((await service.usage()).cpuMicros - before) / REQUESTS
}

async function makeKeys(): Promise<string[]> {
  const keys: string[] = []
  for (let account = 0; account < ACCOUNTS; account += 1) {
    const { id } = await admin<{ id: string }>('/accounts', { name: 'Bench', credit_usd: 1 })
    for (let key = 0; key < KEYS; key += 1) {
      keys.push((await admin<{ key: string }>(`/accounts/${id}/keys`, { name: 'bench' })).key)
    }
  }
  return keys
}

async function admin<T>(path: string, body: object): Promise<T> {
  const { statusCode, body: answer } = await pool.request({
    method: 'POST',
    path: `/admin/v1${path}`,
    headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (statusCode >= 300) throw new Error(`${path} answered ${statusCode}: ${await answer.text()}`)
  return (await answer.json()) as T
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN
}
