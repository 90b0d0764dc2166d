import { hash } from 'node:crypto'
import type { Clock } from '../clock.ts'
import { randomId, randomText } from '../random-text.ts'
import type { PeopleStore, Person, Session } from './people-store.ts'

/** How long a sign-in lasts, in milliseconds. */
export const SESSION_MS = 14 * 86_400_000

/** For so long after the sign-in a session may do what moves money or cannot be undone, in milliseconds. */
export const FRESH_MS = 10 * 60_000

/** 43 letters and digits hold 256 bits. */
const TOKEN_LENGTH = 43

const USER_AGENT_MOST = 200

/** Who is signed in, and since when. */
export interface SignedIn {
  session: Session
  person: Person
}

/** Sessions of signed-in browsers. The token is in the browser's cookie and nowhere else: its hash is kept. */
export class Sessions {
  readonly #people: PeopleStore
  readonly #clock: Clock

  constructor(people: PeopleStore, clock: Clock) {
    this.#people = people
    this.#clock = clock
  }

  /** A new session, and the token that opens it. An earlier token of the same browser opens nothing any more. */
  async begin(
    person: Person,
    { method, userAgent, before }: Pick<Session, 'method' | 'userAgent'> & { before: string | undefined },
  ): Promise<{ token: string; session: Session }> {
    const now = this.#clock.now()
    const token = randomText(TOKEN_LENGTH)
    const session: Session = {
      id: randomId('ses_'),
      personId: person.id,
      method,
      userAgent: userAgent.slice(0, USER_AGENT_MOST),
      createdAt: now,
      expiresAt: now + SESSION_MS,
    }
    if (before !== undefined) await this.end(before)
    await this.#people.createSession({ ...session, tokenHash: hashOf(token) })
    return { token, session }
  }

  /** Whom a token belongs to. Undefined where it opens nothing. */
  async find(token: string | undefined): Promise<SignedIn | undefined> {
    if (token?.length !== TOKEN_LENGTH) return undefined
    return this.#people.findSession(hashOf(token), this.#clock.now())
  }

  /** Ends the session of a token, if there is one. */
  async end(token: string): Promise<void> {
    const found = await this.find(token)
    if (found) await this.#people.endSession(found.person.id, found.session.id)
  }

  /** Whether the person signed in a moment ago. */
  isFresh({ createdAt }: Session): boolean {
    return this.#clock.now() - createdAt < FRESH_MS
  }
}

/** What is kept of a secret of a browser or a mail. It has 256 random bits, or its tries are counted, so a fast hash is enough. */
export function hashOf(...parts: readonly string[]): Buffer {
  return hash('sha256', parts.join('\n'), 'buffer')
}
