/** Everything of people that is kept. Time is milliseconds since the epoch, everywhere in this file. Secrets come as SHA-256 hashes. */

/** A person who has signed in at least once. */
export interface Person {
  id: string
  /** As it was proved, in lower case: it is unique. */
  email: string
  /** The account whose owner this person is. */
  accountId: string
  createdAt: number
}

/** A way to sign in beside e-mail: a subject of one OpenID Connect provider. */
export interface Identity {
  issuer: string
  subject: string
}

/** A signed-in browser. */
export interface Session {
  /** Public: what the list of sessions names. */
  id: string
  personId: string
  /** How the person signed in. */
  method: 'email' | 'oidc'
  /** What the browser calls itself, cut to 200 characters. */
  userAgent: string
  /** The moment of the sign-in. Whether it is fresh is counted from here. */
  createdAt: number
  expiresAt: number
}

/** A sign-in by e-mail that is under way: one code and one link, of which either ends both. */
export interface EmailAttempt {
  /** Hash of the asking browser's cookie. */
  cookieHash: Uint8Array
  /** Hash of cookie and code together: a code alone opens nothing. */
  codeHash: Uint8Array
  linkHash: Uint8Array
  email: string
  /** Where the person was going: a path of the console. */
  returnTo: string
  expiresAt: number
}

/** A sign-in at a provider that is under way. */
export interface OidcAttempt {
  cookieHash: Uint8Array
  state: string
  nonce: string
  verifier: string
  returnTo: string
  expiresAt: number
}

/** What a try at a code came to. Every try counts, the right one too. */
export type CodeOutcome =
  | { kind: 'right'; email: string; returnTo: string }
  | { kind: 'wrong'; triesLeft: number }
  /** No attempt of this browser, or one that ended, expired, or has no tries left. */
  | { kind: 'over' }

/** Who may sign up, as the operator invites them. */
export interface Invitation {
  email: string
  invitedAt: number
  /** An operator's e-mail address, or `FORMER_OPERATOR`. */
  invitedBy: string
}

/** Who invited, once that person was deleted. */
export const FORMER_OPERATOR = 'former operator'

/** What the audit log tells, newest first. No content, no secrets: ids, names of fields and amounts. */
export interface AuditEntry {
  id: string
  accountId: string
  /**
   * Who did it: a person's e-mail address as it was then, or null for the operator's token, the service itself and people who were
   * deleted.
   */
  actor: string | null
  at: number
  action: AuditAction
  /** What it was done to: the id of a key, a token, a session or an account. */
  target: string | null
  /** Facts in a few words, at most 500 characters: `limit_day 5.00 -> 10.00`. */
  detail: string
}

export type AuditAction =
  | 'account_created'
  | 'account_deleted'
  | 'account_suspended'
  | 'account_resumed'
  | 'signed_in'
  | 'signed_out'
  | 'signed_out_everywhere'
  | 'identity_joined'
  | 'key_created'
  | 'key_changed'
  | 'key_rolled'
  | 'key_revoked'
  | 'token_created'
  | 'token_changed'
  | 'token_rolled'
  | 'token_revoked'
  | 'credit_changed'
  | 'data_exported'
  | 'invited'
  | 'invitation_withdrawn'

export interface AuditQuery {
  accountId: string
  limit: number
  /** The last id of the page before. */
  after?: string
}

/** A limit of so many events in a window that begins with the first of them. */
export interface RateLimit {
  /** What is counted: `mail:address:…`, `mail:network:…`. Addresses and networks come as hashes. */
  bucket: string
  /** At least one. */
  most: number
  windowMs: number
}

/** The account has an owner, who is another person. */
export class AccountOwned extends Error {
  constructor(accountId: string) {
    super(`the account ${accountId} has another owner`)
  }
}

/** For so long entries of the audit log and the names that were used once are kept, in milliseconds. */
export const KEPT_YEAR_MS = 365 * 86_400_000

/**
 * People, how they sign in and what they did. Every method is atomic, at any concurrency and on any number of instances; the contract
 * tests say what each promises. Every method throws `StoreUnavailable` where the store is out of reach.
 */
export interface PeopleStore {
  /**
   * Creates the person, as the owner of the account, unless the e-mail address has one; then that one is given, and nothing is changed.
   * The account need not exist yet.
   * @throws {AccountOwned} where the account has another owner
   */
  createPerson(person: Person): Promise<{ person: Person; created: boolean }>
  getPerson(id: string): Promise<Person | undefined>
  findByEmail(email: string): Promise<Person | undefined>
  findByIdentity(identity: Identity): Promise<Person | undefined>
  /** The owner of an account, if a person owns it. */
  findByAccount(accountId: string): Promise<Person | undefined>
  /** An identity is joined once, and again to the same person; false where another has it, or where there is no such person. */
  joinIdentity(personId: string, identity: Identity, now: number): Promise<boolean>
  /** In the order they were joined, at most 100. */
  listIdentities(personId: string): Promise<Identity[]>
  /** Those whose address contains the text, in any case, or whose account id does; by address, behind the address `after`. */
  searchPeople(query: { text: string; limit: number; after?: string }): Promise<Person[]>
  /**
   * Removes the person with all sessions and identities, and the address wherever it stands: its attempts and its invitation go, what
   * it did and whom it invited stays without it. The account and its audit log stay. False where there is no such person.
   */
  deletePerson(id: string): Promise<boolean>

  /** None where the person was deleted meanwhile. */
  createSession(session: Session & { tokenHash: Uint8Array }): Promise<void>
  /** Undefined also where it has expired by `now`. */
  findSession(tokenHash: Uint8Array, now: number): Promise<{ session: Session; person: Person } | undefined>
  /** Newest first, at most 100. */
  listSessions(personId: string, now: number): Promise<Session[]>
  /** False where the person has no such session. */
  endSession(personId: string, sessionId: string): Promise<boolean>
  /** How many ended. */
  endSessions(personId: string): Promise<number>

  /** One attempt a browser: an earlier one of the same cookie ends. */
  startEmailAttempt(attempt: EmailAttempt & { tries: number }): Promise<void>
  /** Takes a try and looks at the code in the same step; the right one ends the attempt. Where no try is left the link still is. */
  tryCode(query: { cookieHash: Uint8Array; codeHash: Uint8Array; now: number }): Promise<CodeOutcome>
  /** Ends the attempt that the link belongs to, once. Undefined: no such link, or it ended or expired. */
  takeLink(linkHash: Uint8Array, now: number): Promise<Pick<EmailAttempt, 'email' | 'returnTo'> | undefined>
  startOidcAttempt(attempt: OidcAttempt): Promise<void>
  /** Ends the attempt, once. */
  takeOidcAttempt(cookieHash: Uint8Array, now: number): Promise<OidcAttempt | undefined>

  /**
   * Counts one event in each of the buckets where none of them is full, or in none of them. `retryAt`: when the last of the full ones
   * begins anew, or `now` where the event was counted. No bucket may be named twice.
   */
  countEvent(limits: readonly RateLimit[], now: number): Promise<{ admitted: boolean; retryAt: number }>
  /** True for one caller only: the first that asks with this name. A name is remembered for a year. */
  once(name: string, now: number): Promise<boolean>

  /** An address that is invited already stays as it is. */
  invite(invitation: Invitation): Promise<void>
  findInvitation(email: string): Promise<Invitation | undefined>
  /** By address, behind the address `after`. */
  listInvitations(page: { limit: number; after?: string }): Promise<Invitation[]>
  /** False where the address was not invited. */
  withdrawInvitation(email: string): Promise<boolean>

  /** Once for each id. */
  writeAudit(entry: AuditEntry): Promise<void>
  /** Newest first; nothing behind an id that the account does not have. */
  listAudit(query: AuditQuery): Promise<AuditEntry[]>

  /**
   * Deletes what has run out (sessions, attempts, counts), and what is older than a year (audit entries, names that were used once).
   * At most 1,000 rows; says how many.
   */
  prunePeople(now: number): Promise<number>
}
