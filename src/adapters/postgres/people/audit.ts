import type { AuditEntry, AuditQuery } from '../../../domain/people/people-store.ts'
import { AUDIT_COLUMNS, toAuditEntry, type AuditRow } from '../../people-rows.ts'
import type { Connection } from '../connection.ts'

/** A page of an account's entries, newest first. Values: account, the id before or null, how many. */
export const AUDIT_PAGE = `
select ${AUDIT_COLUMNS} from audit
where account_id = $1
  and (at, id) < (select at, id from audit where account_id = $1 and id = $2
    union all select ${Number.MAX_SAFE_INTEGER}, '' where $2::text is null)
order by at desc, id desc limit $3`

/** What people did. */
export class Audit {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  async write({ id, accountId, actor, at, action, target, detail }: AuditEntry): Promise<void> {
    await this.#connection.all(
      `insert into audit (${AUDIT_COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
      [id, accountId, actor, at, action, target, detail],
    )
  }

  async list({ accountId, limit, after }: AuditQuery): Promise<AuditEntry[]> {
    const rows = await this.#connection.all<AuditRow>(AUDIT_PAGE, [accountId, after ?? null, limit])
    return rows.map(toAuditEntry)
  }
}
