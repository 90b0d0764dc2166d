import { stringify } from 'csv-stringify/sync'
import { toUsd } from '../../../domain/ledger/price.ts'
import type { Store } from '../../../domain/ledger/store.ts'
import type { UsageRange } from './usage-query.ts'

/** Rows that are read and written at one time: some milliseconds of work. */
const PAGE = 500

const COLUMNS = [
  'id',
  'started_at',
  'ended_at',
  'key_id',
  'key_name',
  'model',
  'frameworks',
  'status',
  'prompt_tokens',
  'completion_tokens',
  'cost_usd',
]

/**
 * The calls of a range as CSV, newest first, piece by piece: an account may have made a million, and no more than one page of them is in
 * memory. Names that a spreadsheet would take for a formula are written as text.
 */
export async function* usageCsv(
  store: Store,
  {
    accountId,
    range: { from, to, keyId },
    nameOf,
  }: { accountId: string; range: UsageRange; nameOf: (keyId: string) => string },
): AsyncGenerator<string> {
  yield `${COLUMNS.join(',')}\r\n`
  let after: string | undefined
  for (;;) {
    const records = await store.listUsage({
      accountId,
      from,
      to,
      limit: PAGE,
      ...(keyId !== undefined && { keyId }),
      ...(after !== undefined && { after }),
    })
    after = records.at(-1)?.id
    if (after === undefined) return
    const rows = records.map((call) => [
      call.id,
      new Date(call.startedAt).toISOString(),
      call.endedAt === null ? '' : new Date(call.endedAt).toISOString(),
      call.keyId,
      nameOf(call.keyId),
      call.model,
      call.frameworks.join(' '),
      call.status,
      call.promptTokens,
      call.completionTokens,
      toUsd(call.costMicros).toFixed(6),
    ])
    yield stringify(rows, { escape_formulas: true, record_delimiter: 'windows' })
  }
}
