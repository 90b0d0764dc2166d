import type { Clock } from '../clock.ts'
import { randomId } from '../random-text.ts'
import type { AuditAction, PeopleStore, Person } from './people-store.ts'

const DETAIL_MOST = 500

/** Writes what people did into the log of their account: ids, names of fields and amounts, never content or secrets. */
export class Audit {
  readonly #people: PeopleStore
  readonly #clock: Clock

  constructor(people: PeopleStore, clock: Clock) {
    this.#people = people
    this.#clock = clock
  }

  /** `by` did it, to their own account unless `accountId` names another. */
  async write(
    by: Pick<Person, 'email' | 'accountId'>,
    action: AuditAction,
    {
      accountId = by.accountId,
      target,
      detail = '',
    }: { accountId?: string; target?: string; detail?: string } = {},
  ): Promise<void> {
    await this.#people.writeAudit({
      id: randomId('aud_'),
      accountId,
      actor: by.email,
      at: this.#clock.now(),
      action,
      target: target ?? null,
      detail: detail.slice(0, DETAIL_MOST),
    })
  }
}
