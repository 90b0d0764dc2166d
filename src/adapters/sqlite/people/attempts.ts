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
import type { Tables } from '../database.ts'

/** Sign-ins that are under way. Whatever ends one does so in the statement that reads it. */
export class Attempts {
  readonly #tables: Tables

  constructor(tables: Tables) {
    this.#tables = tables
  }

  startEmail(attempt: EmailAttempt & { tries: number }): void {
    const { cookieHash, codeHash, linkHash, email, returnTo, tries, expiresAt } = attempt
    this.#tables.run(
      `insert or replace into email_attempts
         (cookie_hash, code_hash, link_hash, email, return_to, tries_left, expires_at)
       values (?, ?, ?, ?, ?, ?, ?)`,
      [cookieHash, codeHash, linkHash, email, returnTo, tries, expiresAt],
    )
  }

  tryCode({ cookieHash, codeHash, now }: Parameters<PeopleStore['tryCode']>[0]): CodeOutcome {
    // One that ended is one that expired long ago: it goes with the next pruning.
    const row = this.#tables.get<TriedRow>(
      `update email_attempts set tries_left = tries_left - 1,
         expires_at = case when code_hash = ?2 then 0 else expires_at end
       where cookie_hash = ?1 and expires_at > ?3 and tries_left > 0
       returning expires_at, tries_left, email, return_to`,
      [cookieHash, codeHash, now],
    )
    return toCodeOutcome(row)
  }

  takeLink(linkHash: Uint8Array, now: number): Pick<EmailAttempt, 'email' | 'returnTo'> | undefined {
    const row = this.#tables.get<LandingRow>(
      'delete from email_attempts where link_hash = ? and expires_at > ? returning email, return_to',
      [linkHash, now],
    )
    return row && toLanding(row)
  }

  startOidc({ cookieHash, state, nonce, verifier, returnTo, expiresAt }: OidcAttempt): void {
    this.#tables.run(
      `insert or replace into oidc_attempts (cookie_hash, state, nonce, verifier, return_to, expires_at)
       values (?, ?, ?, ?, ?, ?)`,
      [cookieHash, state, nonce, verifier, returnTo, expiresAt],
    )
  }

  takeOidc(cookieHash: Uint8Array, now: number): OidcAttempt | undefined {
    const row = this.#tables.get<OidcAttemptRow>(
      `delete from oidc_attempts where cookie_hash = ? and expires_at > ?
       returning state, nonce, verifier, return_to, expires_at`,
      [cookieHash, now],
    )
    return row && toOidcAttempt(row, cookieHash)
  }
}
