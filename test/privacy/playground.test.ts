import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { killAll, startServer } from '../smoke/spawned-process.ts'
import { ConsoleClient, mailOf } from '../support/console-client.ts'
import { ADMIN_TOKEN } from '../support/start-service.ts'
import { chunk, completion, json, sse, startUpstream, stream } from '../support/upstream-server.ts'

const MARKS = {
  question: 'zq9x4k7playedquestionzq',
  answer: 'zq9x4k7playedanswerzq',
  failure: 'zq9x4k7playedfailurezq',
  pin: 'zq9x4k7playedpinzq',
  model: 'zq9x4k7playedmodelzq',
}

let folder: string
let session = ''
let mailed = { code: '', link: '' }
/** What each way through the playground came to, by its status. */
const ends: Record<string, number | string> = {}
const seen = { log: '', files: '', metrics: '' }

/** A real process on a file, and a person who asks in every way that the playground has. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-played-'))
  const upstream = await startUpstream()
  const server = await startServer(
    {
      DATABASE_URL: `sqlite:${join(folder, 'svc.db')}`,
      BOOTSTRAP_API_KEY: 'sk-svc-zq9x4k7playedkeyzq',
      UPSTREAM_BASE_URL: upstream.url,
      ADMIN_TOKEN,
      LOG_LEVEL: 'debug',
      SHUTDOWN_GRACE_MS: '0',
      HOME: folder,
      TMPDIR: folder,
    },
    { directory: folder },
  )
  try {
    const ada = new ConsoleClient({ url: server.url, terminal: [] })
    await ada.post('/console/sign-in', { email: 'ada@example.com' })
    const [mail = ''] = await server.printed(/Mail to ada@example\.com[^]*https?:\S+\/sign-in\/link\/\S+/)
    mailed = mailOf(mail)
    await ada.post('/console/sign-in/code', { code: mailed.code })
    session = ada.cookies.get('svc_session') ?? ''
    const page = await ada.page('/console/playground')
    const [, key = ''] = /<select[^]*?name="key"[^]*?<option value="([^"]+)"/.exec(page) ?? []
    let forms = 0
    const typed = (rest: Record<string, string> = {}) => ({
      form: `form${(forms += 1)}`.padEnd(20, 'x'),
      question: `What does DORA ask of ${MARKS.question}?`,
      model: 'svc-fast',
      key,
      ...rest,
    })
    const post = async (name: string, path: string, rest: Record<string, string> = {}): Promise<void> => {
      const answer = await ada.post(`/console/playground${path}`, typed(rest))
      await answer.text()
      ends[name] = answer.status
    }
    const form = async (): Promise<string> =>
      /name="form" value="(\w+)"/.exec(await ada.page('/console/playground'))?.[1] ?? ''

    upstream.answer(json(completion(`Art. 30 says ${MARKS.answer}.`)))
    await post('price', '/price')
    await post('price as a page', '', { action: 'price' })
    await post('answer as a page', '', { action: 'ask', form: await form() })
    await post('an unknown pin', '/answer', { pins: MARKS.pin })
    await post('an unknown model as a page', '', { action: 'ask', form: await form(), model: MARKS.model })
    upstream.answer(sse(stream([`Art. 30 says ${MARKS.answer}.`])))
    await post('answer', '/answer')
    upstream.answer(json({ error: { message: MARKS.failure } }, 500))
    await post('a failing upstream', '/answer')
    upstream.answer(sse([chunk({ role: 'assistant', content: MARKS.answer }), `data: ${MARKS.failure}\n\n`]))
    await post('an upstream that breaks off', '/answer')
    upstream.answer(sse([chunk({ role: 'assistant', content: MARKS.answer })], { hang: true }))
    const stopped = await ada.post('/console/playground/answer', typed())
    await stopped.body?.getReader().read()
    ends['a stop of the service'] = stopped.status
    seen.metrics = await (await fetch(`${server.url}/metrics`)).text()
    server.signal('SIGTERM')
    await server.ended
    seen.log = server.stdout() + server.stderr()
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (entry.isFile()) seen.files += await readFile(join(entry.parentPath, entry.name), 'latin1')
    }
  } finally {
    killAll()
    await upstream.close()
    await rm(folder, { recursive: true })
  }
}, 60_000)
afterAll(killAll)

test('every way through the playground was taken', () => {
  expect(ends).toEqual({
    price: 200,
    'price as a page': 200,
    'answer as a page': 200,
    'an unknown pin': 400,
    'an unknown model as a page': 404,
    answer: 200,
    'a failing upstream': 502,
    'an upstream that breaks off': 200,
    'a stop of the service': 200,
  })
  expect(seen.log).toContain('/console/playground/answer')
  expect(seen.log).toContain('"outcome":"completed"')
  expect(seen.files).toContain('chatcmpl-')
})

describe.each(Object.entries(MARKS))('%s', (_place, mark) => {
  test('is in no log line, file or metric', () => {
    const written = `${seen.log}${seen.files}${seen.metrics}`.toLowerCase()
    const forms = [mark, Buffer.from(mark).toString('hex')]
    expect(forms.filter((form) => written.includes(form))).toEqual([])
  })
})

test('the token of the session is written nowhere', () => {
  expect(session).toHaveLength(43)
  expect(seen.log + seen.files).not.toContain(session)
})

test('code and link of a mail are shown on the terminal, in the mail alone, where no mail server is set', () => {
  const { code, link } = mailed
  const token = link.split('/').at(-1) ?? ''
  expect([code.length, token.length]).toEqual([9, 43])
  const holding = seen.log.split('\n').filter((line) => line.includes(code) || line.includes(token))
  expect(holding).toEqual([
    expect.stringContaining(`Mail to ada@example.com: `) as string,
    `  |     ${code}`,
    `  |     ${link}`,
  ])
  expect(seen.files).not.toContain(code)
  expect(seen.files).not.toContain(code.replace(' ', ''))
  expect(seen.files).not.toContain(token)
})
