import {
  KEPT_YEAR_MS,
  type AuditAction,
  type AuditEntry,
  type CodeOutcome,
  type EmailAttempt,
  type Invitation,
  type OidcAttempt,
  type Person,
  type Session,
} from '../domain/people/people-store.ts'

/** The rows of the tables of people, alike in every SQL store, and what the domain calls them. */

export const PEOPLE =
  'select p.id, p.email, m.account_id, p.created_at from people p join members m on m.person_id = p.id'

export const SESSION_COLUMNS = 's.id, s.person_id, s.method, s.user_agent, s.created_at, s.expires_at'

/** Sessions with their people. */
export const SIGNED_IN = `
select ${SESSION_COLUMNS}, p.email, m.account_id, p.created_at as person_created_at
from sessions s join people p on p.id = s.person_id join members m on m.person_id = p.id`

export const INVITATIONS = 'select email, invited_at, invited_by from invitations'

export const AUDIT_COLUMNS = 'id, account_id, actor, at, action, target, detail'

/** How many sessions or identities of a person are listed at most. */
export const LISTED_MOST = 100

export interface PersonRow {
  id: string
  email: string
  account_id: string
  created_at: number
}

export interface SessionRow {
  id: string
  person_id: string
  method: string
  user_agent: string
  created_at: number
  expires_at: number
}

/** A session with its person. */
export interface SignedInRow extends SessionRow {
  email: string
  account_id: string
  person_created_at: number
}

/** Whom an attempt signs in, and where to. */
export interface LandingRow {
  email: string
  return_to: string
}

/** What a try at a code left behind. */
export interface TriedRow extends LandingRow {
  /** 0 where the code was right: the attempt has ended. */
  expires_at: number
  tries_left: number
}

export interface OidcAttemptRow {
  state: string
  nonce: string
  verifier: string
  return_to: string
  expires_at: number
}

export interface InvitationRow {
  email: string
  invited_at: number
  invited_by: string
}

export interface AuditRow {
  id: string
  account_id: string
  actor: string | null
  at: number
  action: string
  target: string | null
  detail: string
}

export function toPerson(row: PersonRow): Person {
  return { id: row.id, email: row.email, accountId: row.account_id, createdAt: row.created_at }
}

export function toSession(row: SessionRow): Session {
  return {
    id: row.id,
    personId: row.person_id,
    method: row.method as Session['method'],
    userAgent: row.user_agent,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }
}

export function toSignedIn(row: SignedInRow): { session: Session; person: Person } {
  const { person_id: id, email, account_id: accountId, person_created_at: createdAt } = row
  return { session: toSession(row), person: { id, email, accountId, createdAt } }
}

export function toLanding(row: LandingRow): Pick<EmailAttempt, 'email' | 'returnTo'> {
  return { email: row.email, returnTo: row.return_to }
}

/** What a try came to, by the row that it left behind; there is none where the attempt was over. */
export function toCodeOutcome(row: TriedRow | undefined): CodeOutcome {
  if (!row) return { kind: 'over' }
  return row.expires_at === 0
    ? { kind: 'right', ...toLanding(row) }
    : { kind: 'wrong', triesLeft: row.tries_left }
}

export function toOidcAttempt(row: OidcAttemptRow, cookieHash: Uint8Array): OidcAttempt {
  const { state, nonce, verifier, return_to: returnTo, expires_at: expiresAt } = row
  return { cookieHash, state, nonce, verifier, returnTo, expiresAt }
}

export function toInvitation(row: InvitationRow): Invitation {
  return { email: row.email, invitedAt: row.invited_at, invitedBy: row.invited_by }
}

export function toAuditEntry(row: AuditRow): AuditEntry {
  return {
    id: row.id,
    accountId: row.account_id,
    actor: row.actor,
    at: row.at,
    action: row.action as AuditAction,
    target: row.target,
    detail: row.detail,
  }
}

/** A table whose rows run out: what a row is known by, and the moment of it that must lie at the edge or before. */
export interface Expiry {
  table: string
  key: string
  moment: string
  edge: number
}

export function expiriesAt(now: number): Expiry[] {
  const lastYear = now - KEPT_YEAR_MS
  return [
    { table: 'sessions', key: 'id', moment: 'expires_at', edge: now },
    { table: 'email_attempts', key: 'cookie_hash', moment: 'expires_at', edge: now },
    { table: 'oidc_attempts', key: 'cookie_hash', moment: 'expires_at', edge: now },
    { table: 'event_counts', key: 'bucket', moment: 'ends_at', edge: now },
    { table: 'once_marks', key: 'name', moment: 'at', edge: lastYear },
    { table: 'audit', key: 'id', moment: 'at + 0', edge: lastYear },
  ]
}
