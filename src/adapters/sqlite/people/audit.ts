import type { AuditEntry, AuditQuery } from '../../../domain/people/people-store.ts'
import { AUDIT_COLUMNS, toAuditEntry, type AuditRow } from '../../people-rows.ts'
import type { Tables } from '../database.ts'

/** A page of an account's entries, newest first. Values: account, the id before or null, how many. */
export const AUDIT_PAGE = `
select ${AUDIT_COLUMNS} from audit
where account_id = ?1
  and (at, id) < (select at, id from audit where account_id = ?1 and id = ?2
    union all select ${Number.MAX_SAFE_INTEGER}, '' where ?2 is null)
order by at desc, id desc limit ?3`

/** What people did. */
export class Audit {
  readonly #tables: Tables

  constructor(tables: Tables) {
    this.#tables = tables
  }

  write({ id, accountId, actor, at, action, target, detail }: AuditEntry): void {
    this.#tables.run(
      `insert into audit (${AUDIT_COLUMNS}) values (?, ?, ?, ?, ?, ?, ?) on conflict do nothing`,
      [id, accountId, actor, at, action, target, detail],
    )
  }

  list({ accountId, limit, after }: AuditQuery): AuditEntry[] {
    return this.#tables.all<AuditRow>(AUDIT_PAGE, [accountId, after ?? null, limit]).map(toAuditEntry)
  }
}
