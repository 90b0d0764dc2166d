import { afterAll, beforeAll, expect, test } from 'vitest'
import { readStream } from './support/read-stream.ts'
import { schemaErrors } from './support/openai-schema.ts'
import { startService, type Service } from './support/start-service.ts'
import { sse, startUpstream, stream, type UpstreamServer } from './support/upstream-server.ts'

let service: Service
let upstream: UpstreamServer
beforeAll(async () => {
  upstream = await startUpstream(sse(stream(['Hello ', 'world'])))
  service = await startService({ UPSTREAM_BASE_URL: upstream.url })
})
afterAll(async () => {
  await service.close()
  await upstream.close()
})

test('a stream arrives whole and valid', async () => {
  const response = await service.call('POST', '/v1/chat/completions', {
    model: 'svc-fast',
    stream: true,
    messages: [{ role: 'user', content: 'What does DORA require for incident reporting?' }],
  })
  const { chunks, text, done } = await readStream(response)
  expect(text).toBe('Hello world')
  expect(done).toBe(true)
  expect(chunks.flatMap((chunk) => schemaErrors('CreateChatCompletionStreamResponse', chunk))).toEqual([])
  expect(chunks.at(-1)?.svc?.frameworks.map(({ id }) => id)).toEqual(['dora'])
  expect(upstream.calls[0]?.body.messages[0]?.role).toBe('system')
})
