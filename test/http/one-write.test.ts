import { expect, test } from 'vitest'
import { chunk } from '../support/upstream-server.ts'
import { call, LimitedService, question } from './limited-service.ts'
import { wire } from './wire.ts'

const limited = new LimitedService()

test('what came with one read of the upstream goes out in one write', async () => {
  const running = await limited.start()
  const heard = Promise.withResolvers<void>()
  const words = ['one', 'two', 'three', 'four'].map((content) => chunk({ content }))
  limited.upstream.answer(async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(chunk({ content: 'begun' }))
    await heard.promise
    response.end(`${words.join('')}${chunk({}, 'stop')}data: [DONE]\n\n`)
  })
  const client = await wire(running, call(running, question(true)))
  await client.heard(/begun/)
  heard.resolve()
  const answer = await client.heard(/\[DONE\]/)
  client.socket.destroy()
  // Each write is a piece of the chunked body: its length in a line of its own, and then its bytes.
  const [, piece = ''] = answer.split('"begun"')[1]?.split(/\r\n[0-9a-f]+\r\n/) ?? []
  expect([...piece.matchAll(/"content":"(\w+)"/g)].map(([, word]) => word)).toEqual([
    'one',
    'two',
    'three',
    'four',
  ])
})
