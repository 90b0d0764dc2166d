import type { Person, Session } from '../../../domain/people/people-store.ts'
import {
  LISTED_MOST,
  SESSION_COLUMNS,
  SIGNED_IN,
  toSession,
  toSignedIn,
  type SessionRow,
  type SignedInRow,
} from '../../people-rows.ts'
import type { Tables } from '../database.ts'

/** Signed-in browsers. */
export class Sessions {
  readonly #tables: Tables

  constructor(tables: Tables) {
    this.#tables = tables
  }

  create(session: Session & { tokenHash: Uint8Array }): void {
    const { id, tokenHash, personId, method, userAgent, createdAt, expiresAt } = session
    this.#tables.run(
      `insert into sessions (id, token_hash, person_id, method, user_agent, created_at, expires_at)
       select ?, ?, id, ?, ?, ?, ? from people where id = ?`,
      [id, tokenHash, method, userAgent, createdAt, expiresAt, personId],
    )
  }

  find(tokenHash: Uint8Array, now: number): { session: Session; person: Person } | undefined {
    const row = this.#tables.get<SignedInRow>(`${SIGNED_IN} where s.token_hash = ? and s.expires_at > ?`, [
      tokenHash,
      now,
    ])
    return row && toSignedIn(row)
  }

  list(personId: string, now: number): Session[] {
    const rows = this.#tables.all<SessionRow>(
      `select ${SESSION_COLUMNS} from sessions s where s.person_id = ? and s.expires_at > ?
       order by s.created_at desc, s.id desc limit ?`,
      [personId, now, LISTED_MOST],
    )
    return rows.map(toSession)
  }

  end(personId: string, sessionId: string): boolean {
    const ended = this.#tables.get('delete from sessions where id = ? and person_id = ? returning 1', [
      sessionId,
      personId,
    ])
    return ended !== undefined
  }

  endAll(personId: string): number {
    return this.#tables.all('delete from sessions where person_id = ? returning 1', [personId]).length
  }
}
