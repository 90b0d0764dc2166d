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
  type Session,
} from '../../domain/people/people-store.ts'
import { LISTED_MOST, PEOPLE, toPerson, type PersonRow } from '../people-rows.ts'
import type { Tables } from './database.ts'
import { Attempts } from './people/attempts.ts'
import { Audit } from './people/audit.ts'
import { countEvent } from './people/count-event.ts'
import { Invitations } from './people/invitations.ts'
import { prunePeople } from './people/prune-people.ts'
import { Sessions } from './people/sessions.ts'

/** The people of a store that this process owns, in its file or in memory. Every method is one synchronous transaction. */
export class People implements PeopleStore {
  readonly #tables: Tables
  readonly #sessions: Sessions
  readonly #attempts: Attempts
  readonly #invitations: Invitations
  readonly #audit: Audit

  constructor(tables: Tables) {
    this.#tables = tables
    this.#sessions = new Sessions(tables)
    this.#attempts = new Attempts(tables)
    this.#invitations = new Invitations(tables)
    this.#audit = new Audit(tables)
  }

  async createPerson(person: Person): Promise<{ person: Person; created: boolean }> {
    const { id, email, accountId, createdAt } = person
    return this.#tables.transaction(() => {
      const same = this.#find('p.email = ?', email)
      if (same) return { person: same, created: false }
      if (this.#owner(accountId)) throw new AccountOwned(accountId)
      this.#tables.run('insert into people (id, email, created_at) values (?, ?, ?)', [id, email, createdAt])
      this.#tables.run("insert into members (account_id, person_id, role) values (?, ?, 'owner')", [
        accountId,
        id,
      ])
      return { person: { id, email, accountId, createdAt }, created: true }
    })
  }

  async getPerson(id: string): Promise<Person | undefined> {
    return this.#find('p.id = ?', id)
  }

  async findByEmail(email: string): Promise<Person | undefined> {
    return this.#find('p.email = ?', email)
  }

  async findByIdentity({ issuer, subject }: Identity): Promise<Person | undefined> {
    return this.#find(
      'p.id = (select person_id from identities where issuer = ? and subject = ?)',
      issuer,
      subject,
    )
  }

  async findByAccount(accountId: string): Promise<Person | undefined> {
    return this.#owner(accountId)
  }

  async joinIdentity(personId: string, { issuer, subject }: Identity, now: number): Promise<boolean> {
    const owner = this.#tables.get<{ person_id: string }>(
      `insert into identities (issuer, subject, person_id, joined_at) select ?, ?, id, ? from people where id = ?
       on conflict (issuer, subject) do update set issuer = excluded.issuer returning person_id`,
      [issuer, subject, now, personId],
    )
    return owner?.person_id === personId
  }

  async listIdentities(personId: string): Promise<Identity[]> {
    const rows = this.#tables.all<Identity>(
      'select issuer, subject from identities where person_id = ? order by joined_at, issuer, subject limit ?',
      [personId, LISTED_MOST],
    )
    return rows.map(({ issuer, subject }) => ({ issuer, subject }))
  }

  async searchPeople(query: { text: string; limit: number; after?: string }): Promise<Person[]> {
    const { text, limit, after = '' } = query
    const rows = this.#tables.all<PersonRow>(
      `${PEOPLE} where p.email > ? and (instr(p.email, ?) > 0 or instr(m.account_id, ?) > 0)
       order by p.email limit ?`,
      [after, text.toLowerCase(), text, limit],
    )
    return rows.map(toPerson)
  }

  async deletePerson(id: string): Promise<boolean> {
    return this.#tables.transaction(() => {
      const gone = this.#tables.get<{ email: string }>('delete from people where id = ? returning email', [
        id,
      ])
      if (!gone) return false
      const { email } = gone
      this.#tables.run('delete from email_attempts where email = ?', [email])
      this.#tables.run('delete from invitations where email = ?', [email])
      this.#tables.run('update invitations set invited_by = ? where invited_by = ?', [FORMER_OPERATOR, email])
      this.#tables.run('update audit set actor = null where actor = ?', [email])
      return true
    })
  }

  async createSession(session: Session & { tokenHash: Uint8Array }): Promise<void> {
    this.#sessions.create(session)
  }

  async findSession(tokenHash: Uint8Array, now: number): ReturnType<PeopleStore['findSession']> {
    return this.#sessions.find(tokenHash, now)
  }

  async listSessions(personId: string, now: number): Promise<Session[]> {
    return this.#sessions.list(personId, now)
  }

  async endSession(personId: string, sessionId: string): Promise<boolean> {
    return this.#sessions.end(personId, sessionId)
  }

  async endSessions(personId: string): Promise<number> {
    return this.#sessions.endAll(personId)
  }

  async startEmailAttempt(attempt: EmailAttempt & { tries: number }): Promise<void> {
    this.#attempts.startEmail(attempt)
  }

  async tryCode(query: Parameters<PeopleStore['tryCode']>[0]): Promise<CodeOutcome> {
    return this.#attempts.tryCode(query)
  }

  async takeLink(linkHash: Uint8Array, now: number): ReturnType<PeopleStore['takeLink']> {
    return this.#attempts.takeLink(linkHash, now)
  }

  async startOidcAttempt(attempt: OidcAttempt): Promise<void> {
    this.#attempts.startOidc(attempt)
  }

  async takeOidcAttempt(cookieHash: Uint8Array, now: number): Promise<OidcAttempt | undefined> {
    return this.#attempts.takeOidc(cookieHash, now)
  }

  async countEvent(limits: readonly RateLimit[], now: number): ReturnType<PeopleStore['countEvent']> {
    return countEvent(this.#tables, limits, now)
  }

  async once(name: string, now: number): Promise<boolean> {
    const first = this.#tables.get(
      'insert into once_marks (name, at) values (?, ?) on conflict do nothing returning 1',
      [name, now],
    )
    return first !== undefined
  }

  async invite(invitation: Invitation): Promise<void> {
    this.#invitations.add(invitation)
  }

  async findInvitation(email: string): Promise<Invitation | undefined> {
    return this.#invitations.find(email)
  }

  async listInvitations(page: { limit: number; after?: string }): Promise<Invitation[]> {
    return this.#invitations.list(page)
  }

  async withdrawInvitation(email: string): Promise<boolean> {
    return this.#invitations.withdraw(email)
  }

  async writeAudit(entry: AuditEntry): Promise<void> {
    this.#audit.write(entry)
  }

  async listAudit(query: AuditQuery): Promise<AuditEntry[]> {
    return this.#audit.list(query)
  }

  async prunePeople(now: number): Promise<number> {
    return prunePeople(this.#tables, now)
  }

  #owner(accountId: string): Person | undefined {
    return this.#find("m.account_id = ? and m.role = 'owner'", accountId)
  }

  #find(where: string, ...values: string[]): Person | undefined {
    const row = this.#tables.get<PersonRow>(`${PEOPLE} where ${where}`, values)
    return row && toPerson(row)
  }
}
