import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService, type Service } from '../../support/start-service.ts'
import { completion, json, startUpstream, type UpstreamServer } from '../../support/upstream-server.ts'

let service: Service
let upstream: UpstreamServer
beforeAll(async () => {
  upstream = await startUpstream(json(completion('Yes.')))
  service = await startService({ UPSTREAM_BASE_URL: upstream.url })
})
afterAll(async () => {
  await service.close()
  await upstream.close()
})

test.each([
  ['of many scripts', 'Zugriffsprüfung: 二要素認証 "nach" ISO 27001\\? 🔐 '],
  ['of ASCII alone', 'Access review "by" ISO 27001\\? Yes.\t\n'],
  ['of ASCII until its end', `${'Access review. '.repeat(30)}🔐`],
])('a body %s that comes byte by byte is read as it was meant', async (_name, unit) => {
  const content = unit.repeat(40)
  const body = Buffer.from(JSON.stringify({ model: 'svc-fast', messages: [{ role: 'user', content }] }))
  const answer = await new Promise<string>((resolve, reject) => {
    const asking = request(`${service.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
    })
    asking.once('response', (response) => {
      text(response).then(resolve, reject)
    })
    asking.once('error', reject)
    // Without a length each write is a chunk of its own.
    for (const byte of body) asking.write(Buffer.of(byte))
    asking.end()
  })
  expect(JSON.parse(answer)).toMatchObject({ choices: [{ message: { content: 'Yes.' } }] })
  expect(body.length).toBeGreaterThan(1_000)
  expect(upstream.calls.at(-1)?.body.messages.at(-1)?.content).toBe(content)
})
