import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bareApp } from '../../../src/bare-app.ts'
import { systemClock } from '../../../src/domain/clock.ts'
import { CONNECTION_LIMITS } from '../../../src/http/connection-limits.ts'
import { mcpPlugin } from '../../../src/plugins/mcp/plugin.ts'
import { FIXTURE_CATALOG } from './fixture-catalog.ts'
import { startMcp, type McpService } from './mcp-service.ts'

/** The protocol's own suite, against our endpoint with what the suite expects behind it. It knows of no tokens, so one is lent to it. */

const SUITE = fileURLToPath(
  new URL('../../../node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url),
)
const EXPECTED = fileURLToPath(new URL('expected-failures.yaml', import.meta.url))

let service: McpService
let app: FastifyInstance
let folder: string
let url: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-conformance-'))
  service = await startMcp()
  const { parts } = service
  const bare = bareApp(parts, { limits: CONNECTION_LIMITS, headers: {} })
  app = bare.app
  const ownUrls: string[] = []
  const authorization = `Bearer ${service.token}`
  app.addHook('onRequest', (request, _reply, done) => {
    request.headers.authorization = authorization
    done()
  })
  await app.register(mcpPlugin, {
    ...parts,
    catalog: FIXTURE_CATALOG,
    // The suite asks faster than anybody may: each request finds its second gone by.
    clock: { now: () => (moment += 1_000) },
    draining: () => false,
    bodyBytesMax: parts.config.BODY_LIMIT_BYTES,
    keyAccepted: bare.keyAccepted,
    ownUrls,
    prefix: '/mcp',
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  url = `http://localhost:${(app.server.address() as AddressInfo).port}/mcp`
  ownUrls.push(url)
})
let moment = systemClock.now()
afterAll(async () => {
  app.server.closeAllConnections()
  await app.close()
  await service.close()
  await rm(folder, { recursive: true })
})

test.each([
  ['2026-07-28', []],
  ['2025-11-25', ['--expected-failures', EXPECTED]],
])('what a server of %s has to do is done, but for what is written down', async (revision, expected) => {
  const args = ['server', '--url', url, '--spec-version', revision, ...expected, '-o', folder]
  const { code, out } = await new Promise<{ code: number; out: string }>((resolve) => {
    execFile(process.execPath, [SUITE, ...args], { cwd: folder, timeout: 55_000 }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), out: stdout + stderr }),
    )
  })
  expect([code, code === 0 ? '' : out.slice(-4_000)]).toEqual([0, ''])
  expect(out).toContain('tools-list')
})
