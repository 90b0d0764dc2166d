import type {
  CodeOutcome,
  EmailAttempt,
  OidcAttempt,
  PeopleStore,
} from '../../../domain/people/people-store.ts'
import {
  toCodeOutcome,
  toLanding,
  toOidcAttempt,
  type LandingRow,
  type OidcAttemptRow,
  type TriedRow,
} from '../../people-rows.ts'
import type { Connection } from '../connection.ts'

/** Sign-ins that are under way. Whatever ends one does so in the statement that reads it, so that only one caller can. */
export class Attempts {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  async startEmail(attempt: EmailAttempt & { tries: number }): Promise<void> {
    const { cookieHash, codeHash, linkHash, email, returnTo, tries, expiresAt } = attempt
    await this.#connection.all(
      `insert into email_attempts (cookie_hash, code_hash, link_hash, email, return_to, tries_left, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (cookie_hash) do update set
         code_hash = excluded.code_hash, link_hash = excluded.link_hash, email = excluded.email,
         return_to = excluded.return_to, tries_left = excluded.tries_left, expires_at = excluded.expires_at`,
      [cookieHash, codeHash, linkHash, email, returnTo, tries, expiresAt],
    )
  }

  async tryCode({ cookieHash, codeHash, now }: Parameters<PeopleStore['tryCode']>[0]): Promise<CodeOutcome> {
    // One that ended is one that expired long ago: it goes with the next pruning.
    const [row] = await this.#connection.all<TriedRow>(
      `update email_attempts set tries_left = tries_left - 1,
         expires_at = case when code_hash = $2 then 0 else expires_at end
       where cookie_hash = $1 and expires_at > $3 and tries_left > 0
       returning expires_at, tries_left, email, return_to`,
      [cookieHash, codeHash, now],
    )
    return toCodeOutcome(row)
  }

  async takeLink(
    linkHash: Uint8Array,
    now: number,
  ): Promise<Pick<EmailAttempt, 'email' | 'returnTo'> | undefined> {
    const [row] = await this.#connection.all<LandingRow>(
      'delete from email_attempts where link_hash = $1 and expires_at > $2 returning email, return_to',
      [linkHash, now],
    )
    return row && toLanding(row)
  }

  async startOidc({ cookieHash, state, nonce, verifier, returnTo, expiresAt }: OidcAttempt): Promise<void> {
    await this.#connection.all(
      `insert into oidc_attempts (cookie_hash, state, nonce, verifier, return_to, expires_at)
       values ($1, $2, $3, $4, $5, $6)
       on conflict (cookie_hash) do update set
         state = excluded.state, nonce = excluded.nonce, verifier = excluded.verifier,
         return_to = excluded.return_to, expires_at = excluded.expires_at`,
      [cookieHash, state, nonce, verifier, returnTo, expiresAt],
    )
  }

  async takeOidc(cookieHash: Uint8Array, now: number): Promise<OidcAttempt | undefined> {
    const [row] = await this.#connection.all<OidcAttemptRow>(
      `delete from oidc_attempts where cookie_hash = $1 and expires_at > $2
       returning state, nonce, verifier, return_to, expires_at`,
      [cookieHash, now],
    )
    return row && toOidcAttempt(row, cookieHash)
  }
}
