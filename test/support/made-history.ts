import type { CallStatus, Store } from '../../src/domain/ledger/store.ts'

export interface MadeCall {
  id: string
  accountId?: string
  keyId: string
  model?: string
  frameworks?: readonly string[]
  at: number
  costMicros: number
  promptTokens?: number
  completionTokens?: number
  status?: CallStatus
}

/** Writes a call into the books as a call does: held, then settled. */
export async function makeCall(store: Store, call: MadeCall): Promise<void> {
  const { id, keyId, at, costMicros } = call
  const held = await store.hold({
    id,
    accountId: call.accountId ?? 'acct_demo',
    keyId,
    model: call.model ?? 'svc-fast',
    frameworks: call.frameworks ?? [],
    floorMicros: costMicros,
    ceilingMicros: costMicros,
    now: at,
    expiresAt: at + 60_000,
  })
  if (held.kind !== 'held') throw new Error(`the call ${id} was refused`)
  await store.settle({
    id,
    costMicros,
    promptTokens: call.promptTokens ?? 100,
    completionTokens: call.completionTokens ?? 10,
    status: call.status ?? 'completed',
    now: at + 1_000,
  })
}
