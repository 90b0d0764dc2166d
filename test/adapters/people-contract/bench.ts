import type {
  AuditEntry,
  EmailAttempt,
  OidcAttempt,
  PeopleStore,
  Person,
  Session,
} from '../../../src/domain/people/people-store.ts'
import { Bench, hashOf, HOUR, NOON } from '../store-contract/bench.ts'

/** One store a test, seen from its people. */
export class PeopleBench extends Bench {
  get people(): PeopleStore {
    return this.store.people
  }

  /** A person of this name, who owns the account `acct_<name>`. */
  async person(name: string): Promise<Person> {
    const { person } = await this.people.createPerson(personOf(name))
    return person
  }

  async session(id: string, personId: string, more: Partial<Session> = {}): Promise<Session> {
    const session = sessionOf(id, personId, more)
    await this.people.createSession({ ...session, tokenHash: hashOf(id) })
    return session
  }
}

export function personOf(name: string, more: Partial<Person> = {}): Person {
  return {
    id: `per_${name}`,
    email: `${name}@example.com`,
    accountId: `acct_${name}`,
    createdAt: NOON,
    ...more,
  }
}

export function sessionOf(id: string, personId: string, more: Partial<Session> = {}): Session {
  return {
    id,
    personId,
    method: 'email',
    userAgent: 'Browser 1.0',
    createdAt: NOON,
    expiresAt: NOON + HOUR,
    ...more,
  }
}

/** An attempt under the cookie, code and link of this name, with five tries. */
export function emailAttempt(
  name: string,
  more: Partial<EmailAttempt & { tries: number }> = {},
): EmailAttempt & { tries: number } {
  return {
    cookieHash: hashOf(`cookie ${name}`),
    codeHash: hashOf(`code ${name}`),
    linkHash: hashOf(`link ${name}`),
    email: `${name}@example.com`,
    returnTo: '/console/keys',
    expiresAt: NOON + HOUR,
    tries: 5,
    ...more,
  }
}

export function oidcAttempt(name: string, more: Partial<OidcAttempt> = {}): OidcAttempt {
  return {
    cookieHash: hashOf(`cookie ${name}`),
    state: `state ${name}`,
    nonce: `nonce ${name}`,
    verifier: `verifier ${name}`,
    returnTo: '/console',
    expiresAt: NOON + HOUR,
    ...more,
  }
}

export function auditEntry(id: string, more: Partial<AuditEntry> = {}): AuditEntry {
  return {
    id,
    accountId: 'acct_ann',
    actor: 'ann@example.com',
    at: NOON,
    action: 'key_changed',
    target: 'key_a',
    detail: 'limit_day 5.00 -> 10.00',
    ...more,
  }
}

/** The same question asked so many times at once. */
export function atOnce<T>(times: number, ask: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: times }, (_, index) => ask(index)))
}
