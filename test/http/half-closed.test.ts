import { describe, expect, test } from 'vitest'
import type { Service } from '../support/start-service.ts'
import { completion, json, stream } from '../support/upstream-server.ts'
import { call, LimitedService, question } from './limited-service.ts'
import { answersIn, head, wire } from './wire.ts'
import { eventually } from '../support/eventually.ts'

const limited = new LimitedService()

describe('a client that ends its side behind its request', () => {
  const outcomeOf = async (running: Service): Promise<unknown> => {
    const page = (await (await running.call('GET', '/v1/usage')).json()) as { data: { status: string }[] }
    return page.data.map(({ status }) => status)
  }

  test('gets what is quickly answered', async () => {
    const { socket, closed } = await wire(await limited.start())
    socket.end(head('GET /healthz'))
    expect(answersIn(await closed)).toMatchObject([{ status: 200, body: '{"status":"ok"}' }])
  })

  test('gets its plain answer, however long it takes', async () => {
    const running = await limited.start()
    const more = Promise.withResolvers<void>()
    limited.upstream.answer(async (response, asked) => {
      await more.promise
      await json(completion('Good.'))(response, asked)
    })
    const { socket, heard, closed } = await wire(running)
    socket.end(call(running, question(false)))
    await heard(/(?:HTTP\/1\.1 100 Continue\r\n\r\n){3}/)
    more.resolve()
    const answers = answersIn(await closed)
    expect(answers.at(-1)).toMatchObject({ status: 200 })
    expect(answers.at(-1)?.body).toContain('Good.')
    expect(await outcomeOf(running)).toEqual(['completed'])
  })

  test('gets its stream, with comments between the frames', async () => {
    const running = await limited.start()
    const more = Promise.withResolvers<void>()
    const [role = '', first = '', ...rest] = stream(['One ', 'two'])
    limited.upstream.answer(async (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(role + first)
      await more.promise
      response.end(rest.join(''))
    })
    const { socket, heard, closed } = await wire(running)
    socket.end(call(running, question(true)))
    await heard(/One [^]*(?::\sping\n[^]*){2}/)
    more.resolve()
    const text = await closed
    expect(text).toContain('data: [DONE]')
    const events = (answersIn(text).at(-1)?.body ?? '').replaceAll(/^[0-9a-f]+\r\n|\r\n/gm, '')
    for (const event of events.split('\n').filter((one) => one !== '')) {
      expect(event).toMatch(/^(?:: ping|data: \{.*\}|data: \[DONE\]|0)$/)
    }
    expect(await outcomeOf(running)).toEqual(['completed'])
  })

  test('is taken for gone where HTTP/1.0 leaves no way to ask', async () => {
    limited.upstream.answer(() => undefined)
    const running = await limited.start()
    const { socket } = await wire(running)
    socket.end(call(running, question(false)).replace('HTTP/1.1', 'HTTP/1.0'))
    await eventually(async () => expect(await outcomeOf(running)).toEqual(['client_closed']))
  })
})
