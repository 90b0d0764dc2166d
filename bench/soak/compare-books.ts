import type { AccountBook } from './account-book.ts'
import { microsOf } from './account-book.ts'
import { operatorJson } from './customers.ts'
import type { SoakService } from './soak-service.ts'

/** What the books of all accounts came to, beside what callers knew. */
export interface Comparison {
  accounts: number
  /** Calls whose cost was told, and what was told in all. */
  told: number
  toldMicros: number
  /** Calls in the usage list that nobody was told of to the end, and what they cost. */
  unfinished: number
  unfinishedMicros: number
  /** Calls that the usage list shows as running. */
  running: number
  heldMicros: number
  /** A line for each figure that is wrong. */
  wrong: string[]
}

interface UsageLine {
  id: string
  status: string
  cost_usd: number
}

const PAGE = 1_000

/** Compares each account's balance and usage list with its grants and with what its callers were told. */
export async function compareBooks(
  service: Pick<SoakService, 'url'>,
  books: readonly AccountBook[],
): Promise<Comparison> {
  const all: Comparison = {
    accounts: books.length,
    told: 0,
    toldMicros: 0,
    unfinished: 0,
    unfinishedMicros: 0,
    running: 0,
    heldMicros: 0,
    wrong: [],
  }
  for (const book of books) await compareBook(service, book, all)
  return all
}

async function compareBook(
  service: Pick<SoakService, 'url'>,
  book: AccountBook,
  all: Comparison,
): Promise<void> {
  const { accountId, told, free, unfinishedIds, grantedMicros } = book
  const wrong = (what: string): void => void all.wrong.push(`${accountId}: ${what}`)
  const calls = new Map((await usageOf(service, accountId)).map((call) => [call.id, call]))
  let toldMicros = 0
  for (const [id, costMicros] of told) {
    toldMicros += costMicros
    const call = calls.get(id)
    if (!call) wrong(`${id} was told and is not in the usage list`)
    else if (microsOf(call.cost_usd) !== costMicros) {
      wrong(`${id} was told ${costMicros} micro-USD, the usage list says ${microsOf(call.cost_usd)}`)
    }
  }
  let unfinishedMicros = 0
  let without = 0
  for (const { id, status, cost_usd } of calls.values()) {
    const costMicros = microsOf(cost_usd)
    if (status === 'running') all.running += 1
    if (told.has(id)) continue
    if (free.has(id) && costMicros > 0) wrong(`${id} failed and cost ${costMicros} micro-USD`)
    if (costMicros > 0 && !unfinishedIds.has(id)) without += 1
    all.unfinished += 1
    unfinishedMicros += costMicros
  }
  if (without > book.unfinished) {
    wrong(`${without} calls are charged that nobody made, ${book.unfinished} are not known by id`)
  }
  const { balance_usd, held_usd } = await operatorJson<{ balance_usd: number; held_usd: number }>(
    service,
    `/accounts/${accountId}`,
  )
  const expected = grantedMicros - toldMicros - unfinishedMicros
  if (microsOf(balance_usd) !== expected) {
    wrong(`the balance is ${microsOf(balance_usd)} micro-USD, grants without costs are ${expected}`)
  }
  all.told += told.size
  all.toldMicros += toldMicros
  all.unfinishedMicros += unfinishedMicros
  all.heldMicros += microsOf(held_usd)
}

async function usageOf(service: Pick<SoakService, 'url'>, accountId: string): Promise<UsageLine[]> {
  const all: UsageLine[] = []
  for (;;) {
    const after = all.at(-1)?.id
    const query = `limit=${PAGE}${after === undefined ? '' : `&after=${after}`}`
    const page = await operatorJson<{ data: UsageLine[]; has_more: boolean }>(
      service,
      `/accounts/${accountId}/usage?${query}`,
    )
    all.push(...page.data)
    if (!page.has_more) return all
  }
}
