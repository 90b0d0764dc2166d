import type { Invitation } from '../../../domain/people/people-store.ts'
import { INVITATIONS, toInvitation, type InvitationRow } from '../../people-rows.ts'
import type { Connection } from '../connection.ts'

/** Who may sign up. */
export class Invitations {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  async add({ email, invitedAt, invitedBy }: Invitation): Promise<void> {
    await this.#connection.all(
      'insert into invitations (email, invited_at, invited_by) values ($1, $2, $3) on conflict do nothing',
      [email, invitedAt, invitedBy],
    )
  }

  async find(email: string): Promise<Invitation | undefined> {
    const [row] = await this.#connection.all<InvitationRow>(`${INVITATIONS} where email = $1`, [email])
    return row && toInvitation(row)
  }

  async list({ limit, after = '' }: { limit: number; after?: string }): Promise<Invitation[]> {
    const rows = await this.#connection.all<InvitationRow>(
      `${INVITATIONS} where email > $1 order by email limit $2`,
      [after, limit],
    )
    return rows.map(toInvitation)
  }

  async withdraw(email: string): Promise<boolean> {
    const withdrawn = await this.#connection.all('delete from invitations where email = $1 returning 1', [
      email,
    ])
    return withdrawn.length > 0
  }
}
