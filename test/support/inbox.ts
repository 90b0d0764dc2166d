import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export interface Inbox {
  /** What `SMTP_URL` is set to. */
  url: string
  /** Mails as a reader shows them, in the order they came. */
  mails: Email[]
  /** The next mail to an address that nobody took yet; waits for it. */
  next: (to: string) => Promise<Email>
  /** How many clients connected so far. */
  connections: () => number
  close: () => Promise<void>
}

export interface InboxOptions extends Pick<
  SMTPServerOptions,
  'onRcptTo' | 'onData' | 'onAuth' | 'authOptional'
> {
  port?: number
  /** What stands before the host in `url`: `user:password@`. */
  credentials?: string
}

/** A real mail server on loopback that keeps what it is given. */
export async function startInbox({
  port = 0,
  credentials = '',
  ...options
}: InboxOptions = {}): Promise<Inbox> {
  const mails: Email[] = []
  const taken = new Set<Email>()
  const waiting = new Set<() => void>()
  let connections = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onConnect: (_session, done) => {
      connections += 1
      done()
    },
    onData: (source, _session, done) => {
      void (async () => {
        const pieces: Buffer[] = []
        for await (const piece of source) pieces.push(piece as Buffer)
        mails.push(await PostalMime.parse(Buffer.concat(pieces)))
        for (const look of waiting) look()
        done()
      })()
    },
    ...options,
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve)
  })
  const { port: listening } = server.server.address() as AddressInfo
  return {
    url: `smtp://${credentials}127.0.0.1:${listening}`,
    mails,
    connections: () => connections,
    next: (to) =>
      new Promise((resolve) => {
        const look = (): void => {
          const mail = mails.find((one) => !taken.has(one) && one.to?.some(({ address }) => address === to))
          if (!mail) return
          taken.add(mail)
          waiting.delete(look)
          resolve(mail)
        }
        waiting.add(look)
        look()
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
      }),
  }
}
