import type { UsageRecord } from '../../../domain/ledger/store.ts'

/** How a call ended, in words. */
export const STATUS_WORDS: Readonly<Record<UsageRecord['status'], string>> = {
  running: 'Running',
  completed: 'Completed',
  length: 'Ended at its token limit',
  content_filter: 'Ended by a content filter',
  empty: 'Empty answer',
  client_closed: 'Caller left',
  client_timeout: 'Caller stopped reading',
  key_revoked: 'Key revoked',
  upstream_error: 'Upstream failed',
  server_error: 'Failed on our side',
  expired: 'Never ended',
}

/** The same of a status as the store's sums name it. */
export function statusWords(status: string): string {
  return status in STATUS_WORDS ? STATUS_WORDS[status as UsageRecord['status']] : status
}
