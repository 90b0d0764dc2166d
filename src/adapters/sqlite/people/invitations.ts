import type { Invitation } from '../../../domain/people/people-store.ts'
import { INVITATIONS, toInvitation, type InvitationRow } from '../../people-rows.ts'
import type { Tables } from '../database.ts'

/** Who may sign up. */
export class Invitations {
  readonly #tables: Tables

  constructor(tables: Tables) {
    this.#tables = tables
  }

  add({ email, invitedAt, invitedBy }: Invitation): void {
    this.#tables.run(
      'insert into invitations (email, invited_at, invited_by) values (?, ?, ?) on conflict do nothing',
      [email, invitedAt, invitedBy],
    )
  }

  find(email: string): Invitation | undefined {
    const row = this.#tables.get<InvitationRow>(`${INVITATIONS} where email = ?`, [email])
    return row && toInvitation(row)
  }

  list({ limit, after = '' }: { limit: number; after?: string }): Invitation[] {
    const rows = this.#tables.all<InvitationRow>(`${INVITATIONS} where email > ? order by email limit ?`, [
      after,
      limit,
    ])
    return rows.map(toInvitation)
  }

  withdraw(email: string): boolean {
    return this.#tables.get('delete from invitations where email = ? returning 1', [email]) !== undefined
  }
}
