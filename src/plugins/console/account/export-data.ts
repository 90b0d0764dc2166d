import { KEY_SORTS } from '../../../domain/keys/key-sort.ts'
import type { Store } from '../../../domain/ledger/store.ts'
import type { Person } from '../../../domain/people/people-store.ts'

/** Rows that are read at one time. */
const PAGE = 500

/**
 * Everything that is kept of a person, as the text of one JSON object, piece by piece: an account may have made a million calls, and no
 * more than one page of them is in memory.
 */
export async function* exportData(store: Store, person: Person, now: number): AsyncGenerator<string> {
  const { people } = store
  const { accountId } = person
  const head = {
    exportedAt: new Date(now).toISOString(),
    units: 'Money is micro-dollars, moments are milliseconds since 1970 (UTC).',
    person,
    identities: await people.listIdentities(person.id),
    sessions: await people.listSessions(person.id, now),
    account: await store.getAccount(accountId),
  }
  yield JSON.stringify(head).slice(0, -1)
  for (const sort of KEY_SORTS) {
    yield* list(`${sort}s`, (after) => store.listKeys({ accountId, sort, limit: PAGE, ...after }))
  }
  yield* list('usage', (after) => store.listUsage({ accountId, limit: PAGE, ...after }))
  yield* list('journal', (after) => store.listJournal({ accountId, limit: PAGE, ...after }))
  yield* list('log', (after) => people.listAudit({ accountId, limit: PAGE, ...after }))
  yield '}\n'
}

async function* list(
  name: string,
  read: (page: { after?: string }) => Promise<readonly { id: string }[]>,
): AsyncGenerator<string> {
  yield `,"${name}":[`
  let after: { after?: string } = {}
  for (let first = true; ; first = false) {
    const rows = await read(after)
    const last = rows.at(-1)
    if (!last) break
    yield (first ? '' : ',') + rows.map((row) => JSON.stringify(row)).join(',')
    after = { after: last.id }
  }
  yield ']'
}
