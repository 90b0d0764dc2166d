import {
  AccountOwned,
  FORMER_OPERATOR,
  type AuditEntry,
  type AuditQuery,
  type CodeOutcome,
  type EmailAttempt,
  type Identity,
  type Invitation,
  type OidcAttempt,
  type PeopleStore,
  type Person,
  type RateLimit,
  type Session as SignedIn,
} from '../../domain/people/people-store.ts'
import { LISTED_MOST, PEOPLE, toPerson, type PersonRow } from '../people-rows.ts'
import type { Connection, Session } from './connection.ts'
import { Attempts } from './people/attempts.ts'
import { Audit } from './people/audit.ts'
import { countEvent } from './people/count-event.ts'
import { Invitations } from './people/invitations.ts'
import { prunePeople } from './people/prune-people.ts'
import { Sessions } from './people/sessions.ts'

/** The people whom several instances share. Every method is one statement or one transaction. */
export class People implements PeopleStore {
  readonly #connection: Connection
  readonly #upkeep: Connection
  readonly #sessions: Sessions
  readonly #attempts: Attempts
  readonly #invitations: Invitations
  readonly #audit: Audit

  constructor(connection: Connection, upkeep: Connection) {
    this.#connection = connection
    this.#upkeep = upkeep
    this.#sessions = new Sessions(connection)
    this.#attempts = new Attempts(connection)
    this.#invitations = new Invitations(connection)
    this.#audit = new Audit(connection)
  }

  createPerson(person: Person): Promise<{ person: Person; created: boolean }> {
    const { id, email, accountId, createdAt } = person
    return this.#connection.transaction(async (session) => {
      // Whoever comes with the same address waits here, and so does whoever deletes the person.
      const [row] = await session.all<{ id: string }>(
        `insert into people (id, email, created_at) values ($1, $2, $3)
         on conflict (email) do update set email = excluded.email returning id`,
        [id, email, createdAt],
      )
      if (row?.id === id) {
        const owners = await session.all(
          "insert into members (account_id, person_id, role) values ($1, $2, 'owner') on conflict do nothing returning 1",
          [accountId, id],
        )
        if (owners.length > 0) return { person: { id, email, accountId, createdAt }, created: true }
      }
      const same = await find(session, 'p.email = $1', email)
      if (!same) throw new AccountOwned(accountId)
      return { person: same, created: false }
    })
  }

  getPerson(id: string): Promise<Person | undefined> {
    return find(this.#connection, 'p.id = $1', id)
  }

  findByEmail(email: string): Promise<Person | undefined> {
    return find(this.#connection, 'p.email = $1', email)
  }

  findByIdentity({ issuer, subject }: Identity): Promise<Person | undefined> {
    return find(
      this.#connection,
      'p.id = (select person_id from identities where issuer = $1 and subject = $2)',
      issuer,
      subject,
    )
  }

  findByAccount(accountId: string): Promise<Person | undefined> {
    return find(this.#connection, "m.account_id = $1 and m.role = 'owner'", accountId)
  }

  async joinIdentity(personId: string, { issuer, subject }: Identity, now: number): Promise<boolean> {
    const [owner] = await this.#connection.all<{ person_id: string }>(
      `with person as (select id from people where id = $1 for key share)
       insert into identities (issuer, subject, person_id, joined_at)
       select $2::text, $3::text, id, $4::bigint from person
       on conflict (issuer, subject) do update set issuer = excluded.issuer returning person_id`,
      [personId, issuer, subject, now],
    )
    return owner?.person_id === personId
  }

  listIdentities(personId: string): Promise<Identity[]> {
    return this.#connection.all<{ issuer: string; subject: string }>(
      'select issuer, subject from identities where person_id = $1 order by joined_at, issuer, subject limit $2',
      [personId, LISTED_MOST],
    )
  }

  async searchPeople(query: { text: string; limit: number; after?: string }): Promise<Person[]> {
    const { text, limit, after = '' } = query
    const rows = await this.#connection.all<PersonRow>(
      `${PEOPLE} where p.email > $1 and (strpos(p.email, $2) > 0 or strpos(m.account_id, $3) > 0)
       order by p.email limit $4`,
      [after, text.toLowerCase(), text, limit],
    )
    return rows.map(toPerson)
  }

  deletePerson(id: string): Promise<boolean> {
    return this.#connection.transaction(async (session) => {
      const [gone] = await session.all<{ email: string }>(
        'delete from people where id = $1 returning email',
        [id],
      )
      if (!gone) return false
      const { email } = gone
      await session.all('delete from email_attempts where email = $1', [email])
      await session.all('delete from invitations where email = $1', [email])
      await session.all('update invitations set invited_by = $1 where invited_by = $2', [
        FORMER_OPERATOR,
        email,
      ])
      await session.all('update audit set actor = null where actor = $1', [email])
      return true
    })
  }

  createSession(session: SignedIn & { tokenHash: Uint8Array }): Promise<void> {
    return this.#sessions.create(session)
  }

  findSession(tokenHash: Uint8Array, now: number): ReturnType<PeopleStore['findSession']> {
    return this.#sessions.find(tokenHash, now)
  }

  listSessions(personId: string, now: number): Promise<SignedIn[]> {
    return this.#sessions.list(personId, now)
  }

  endSession(personId: string, sessionId: string): Promise<boolean> {
    return this.#sessions.end(personId, sessionId)
  }

  endSessions(personId: string): Promise<number> {
    return this.#sessions.endAll(personId)
  }

  startEmailAttempt(attempt: EmailAttempt & { tries: number }): Promise<void> {
    return this.#attempts.startEmail(attempt)
  }

  tryCode(query: Parameters<PeopleStore['tryCode']>[0]): Promise<CodeOutcome> {
    return this.#attempts.tryCode(query)
  }

  takeLink(linkHash: Uint8Array, now: number): ReturnType<PeopleStore['takeLink']> {
    return this.#attempts.takeLink(linkHash, now)
  }

  startOidcAttempt(attempt: OidcAttempt): Promise<void> {
    return this.#attempts.startOidc(attempt)
  }

  takeOidcAttempt(cookieHash: Uint8Array, now: number): Promise<OidcAttempt | undefined> {
    return this.#attempts.takeOidc(cookieHash, now)
  }

  countEvent(limits: readonly RateLimit[], now: number): ReturnType<PeopleStore['countEvent']> {
    return countEvent(this.#connection, limits, now)
  }

  async once(name: string, now: number): Promise<boolean> {
    const first = await this.#connection.all(
      'insert into once_marks (name, at) values ($1, $2) on conflict do nothing returning 1',
      [name, now],
    )
    return first.length > 0
  }

  invite(invitation: Invitation): Promise<void> {
    return this.#invitations.add(invitation)
  }

  findInvitation(email: string): Promise<Invitation | undefined> {
    return this.#invitations.find(email)
  }

  listInvitations(page: { limit: number; after?: string }): Promise<Invitation[]> {
    return this.#invitations.list(page)
  }

  withdrawInvitation(email: string): Promise<boolean> {
    return this.#invitations.withdraw(email)
  }

  writeAudit(entry: AuditEntry): Promise<void> {
    return this.#audit.write(entry)
  }

  listAudit(query: AuditQuery): Promise<AuditEntry[]> {
    return this.#audit.list(query)
  }

  prunePeople(now: number): Promise<number> {
    return prunePeople(this.#upkeep, now)
  }
}

async function find(session: Session, where: string, ...values: string[]): Promise<Person | undefined> {
  const [row] = await session.all<PersonRow>(`${PEOPLE} where ${where}`, values)
  return row && toPerson(row)
}
