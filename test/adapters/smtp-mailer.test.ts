import { createServer } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { SmtpMailer } from '../../src/adapters/mail/smtp-mailer.ts'
import { freePort } from '../support/start-console.ts'
import { startInbox, type Inbox, type InboxOptions } from '../support/inbox.ts'
import { eventually } from '../support/eventually.ts'

const MAIL = {
  to: 'ada@example.com',
  subject: 'Your code: 1234 5678 — ü',
  text: 'One line.\n\n    1234 5678\n\n.\n',
}

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const close of closing.splice(0)) await close()
})

async function inbox(options: InboxOptions = {}): Promise<Inbox> {
  const started = await startInbox(options)
  closing.push(started.close)
  return started
}

/** A mailer, and the reasons of what it could not send. */
function mailer(url: string): { mailer: SmtpMailer; reasons: string[]; failure: () => Promise<string> } {
  const reasons: string[] = []
  const failed = Promise.withResolvers<string>()
  const made = new SmtpMailer({
    url,
    from: 'svc <no-reply@svc.example>',
    failed: (reason) => {
      reasons.push(reason)
      failed.resolve(reason)
    },
  })
  closing.unshift(() => made.close())
  return { mailer: made, reasons, failure: () => failed.promise }
}

describe('a mail', () => {
  test('is read as it was written: one plain text, from whom it says, and no answering machine answers', async () => {
    const box = await inbox()
    mailer(box.url).mailer.send(MAIL)
    const mail = await box.next('ada@example.com')
    expect(mail.from).toMatchObject({ name: 'svc', address: 'no-reply@svc.example' })
    expect(mail.to).toEqual([{ name: '', address: 'ada@example.com' }])
    expect(mail.subject).toBe(MAIL.subject)
    expect(mail.text?.trimEnd()).toBe(MAIL.text.trimEnd())
    expect([mail.html, mail.attachments]).toEqual([undefined, []])
    expect(mail.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
  })

  test('cannot be given more headers by what stands in it', async () => {
    const box = await inbox()
    mailer(box.url).mailer.send({ ...MAIL, subject: 'one\r\nBcc: eve@example.com' })
    const mail = await box.next('ada@example.com')
    expect([mail.bcc, mail.subject?.includes('Bcc')]).toEqual([undefined, true])
  })

  test('is sent with the credentials of the URL', async () => {
    const asked: unknown[] = []
    const box = await inbox({
      credentials: 'svc%40mail:p%3Aw@',
      authOptional: false,
      onAuth: ({ username, password }, _session, done) => {
        asked.push(username, password)
        done(null, { user: username })
      },
    })
    mailer(box.url).mailer.send(MAIL)
    await box.next('ada@example.com')
    expect(asked).toEqual(['svc@mail', 'p:w'])
  })
})

describe('what fails', () => {
  test('for good is told by its code, without the address', async () => {
    const box = await inbox({
      onRcptTo: ({ address }, _session, done) =>
        done(Object.assign(new Error(`no such person ${address}`), { responseCode: 550 })),
    })
    const { mailer: sender, failure, reasons } = mailer(box.url)
    sender.send(MAIL)
    expect(await failure()).toBe('smtp_550')
    expect(reasons).toHaveLength(1)
    expect(box.mails).toEqual([])
  })

  test('for now is tried again', async () => {
    let tries = 0
    const box = await inbox({
      onRcptTo: (_address, _session, done) => {
        tries += 1
        if (tries === 1) done(Object.assign(new Error('later'), { responseCode: 450 }))
        else done()
      },
    })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { mailer: sender, reasons } = mailer(box.url)
    sender.send(MAIL)
    await eventually(() => expect(tries).toBe(1))
    const arrived = box.next('ada@example.com')
    await eventually(async () => {
      await vi.advanceTimersByTimeAsync(2_000)
      expect(tries).toBe(2)
    })
    await arrived
    expect(reasons).toEqual([])
  })

  test('because nobody listens is told after its last try', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { mailer: sender, reasons } = mailer(`smtp://127.0.0.1:${await freePort()}`)
    sender.send(MAIL)
    await eventually(async () => {
      await vi.advanceTimersByTimeAsync(5_000)
      expect(reasons).toEqual(['ESOCKET'])
    })
  })

  test('because the server says nothing ends in time', async () => {
    const silent = createServer()
    await new Promise<void>((resolve) => {
      silent.listen(0, '127.0.0.1', resolve)
    })
    closing.push(async () => void silent.close())
    silent.on('connection', (socket) => {
      closing.unshift(async () => void socket.destroy())
    })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { port } = silent.address() as { port: number }
    const { mailer: sender, reasons } = mailer(`smtp://127.0.0.1:${port}`)
    sender.send(MAIL)
    await eventually(async () => {
      await vi.advanceTimersByTimeAsync(5_000)
      expect(reasons).toEqual(['ETIMEDOUT'])
    })
  })

  test('because there are too many at one time is told at once', async () => {
    const { mailer: sender, reasons } = mailer(`smtp://127.0.0.1:${await freePort()}`)
    for (let count = 0; count < 203; count += 1) sender.send(MAIL)
    expect(reasons).toEqual(['too_many', 'too_many', 'too_many'])
  })
})

test('a server elsewhere is told nothing without encryption', async () => {
  const box = await inbox()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  // Another way to write this machine's address, which the mailer takes for a stranger's.
  const { mailer: sender, reasons } = mailer(box.url.replace('127.0.0.1', '0x7f000001'))
  sender.send(MAIL)
  await eventually(async () => {
    await vi.advanceTimersByTimeAsync(5_000)
    expect(reasons).toHaveLength(1)
  })
  expect([reasons, box.mails]).toEqual([['smtp_500'], []])
  expect(box.connections()).toBeGreaterThan(0)
})
