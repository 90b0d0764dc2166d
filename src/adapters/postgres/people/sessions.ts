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
import type { Connection } from '../connection.ts'

/** Signed-in browsers. */
export class Sessions {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  async create(session: Session & { tokenHash: Uint8Array }): Promise<void> {
    const { id, tokenHash, personId, method, userAgent, createdAt, expiresAt } = session
    await this.#connection.all(
      `with person as (select id from people where id = $1 for key share)
       insert into sessions (id, token_hash, person_id, method, user_agent, created_at, expires_at)
       select $2::text, $3::bytea, id, $4::text, $5::text, $6::bigint, $7::bigint from person`,
      [personId, id, tokenHash, method, userAgent, createdAt, expiresAt],
    )
  }

  async find(tokenHash: Uint8Array, now: number): Promise<{ session: Session; person: Person } | undefined> {
    const [row] = await this.#connection.all<SignedInRow>(
      `${SIGNED_IN} where s.token_hash = $1 and s.expires_at > $2`,
      [tokenHash, now],
    )
    return row && toSignedIn(row)
  }

  async list(personId: string, now: number): Promise<Session[]> {
    const rows = await this.#connection.all<SessionRow>(
      `select ${SESSION_COLUMNS} from sessions s where s.person_id = $1 and s.expires_at > $2
       order by s.created_at desc, s.id desc limit $3`,
      [personId, now, LISTED_MOST],
    )
    return rows.map(toSession)
  }

  async end(personId: string, sessionId: string): Promise<boolean> {
    const ended = await this.#connection.all(
      'delete from sessions where id = $1 and person_id = $2 returning 1',
      [sessionId, personId],
    )
    return ended.length > 0
  }

  async endAll(personId: string): Promise<number> {
    const [ended] = await this.#connection.all<{ count: number }>(
      `with gone as (delete from sessions where person_id = $1 returning 1) select count(*) as count from gone`,
      [personId],
    )
    return ended?.count ?? 0
  }
}
