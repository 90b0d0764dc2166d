import { fuzzKind } from '../fuzz-kind.ts'
import type { Target } from '../target.ts'
import { hold } from '../violation.ts'
import { newPayer, readCall } from './completion.ts'
import { scriptOf, upstreamCases, type UpstreamCase } from './upstream-cases.ts'

/** Whether the upstream did all well: then the call must too. */
function isGood({ eventChanges, bytes, status, contentType, headers, end }: UpstreamCase): boolean {
  const changed =
    eventChanges.length > 0 || bytes.length > 0 || contentType !== '' || Object.keys(headers).length > 0
  return !changed && status === 200 && end === 'end'
}

/** What an upstream that does badly is called. */
const FAILURES = ['upstream_unavailable', 'eu_path_unavailable', 'upstream_timeout', 'server_overloaded']

async function prepare(target: Target): Promise<(one: UpstreamCase) => Promise<string[]>> {
  const { accountId, authorization } = await newPayer(target, 1_000_000)
  return async (one) => {
    target.upstream.answer(scriptOf(one))
    const path = '/v1/chat/completions'
    const { stream, model, leaveAfter } = one
    const messages = [{ role: 'user', content: 'What does DORA ask?' }]
    const before = await target.balance(accountId)
    const answer = await target.client.ask({
      method: 'POST',
      path,
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ model, stream, messages, ...one.body }),
      leaveAfter,
    })
    if (!answer.whole) {
      await target.settled(FAILURES)
      return ['left']
    }
    const told = readCall(answer, path, isGood(one) ? [] : FAILURES)
    await target.settled(FAILURES)
    const cost = before - (await target.balance(accountId))
    hold(cost === told.costMicros, `${cost} micro-USD were charged and ${told.costMicros} told`)
    if (isGood(one)) {
      const wanted = Buffer.from(one.texts.join('')).toString()
      hold(
        Buffer.from(told.content).toString() === wanted,
        `${told.outcome}: ${JSON.stringify(told.content)} was read`,
      )
    }
    return [told.outcome]
  }
}

/** Answers of the upstream, changed in their structure and their bytes. */
export const upstreamKind = fuzzKind({
  name: 'upstream',
  share: 180,
  upstream: true,
  // An empty answer is paid from the first on: free ones would hide what they cost.
  environment: { FREE_EMPTY_ANSWERS_PER_DAY: '3', UPSTREAM_CONNECT_TIMEOUT_MS: '60000' },
  cases: upstreamCases,
  prepare,
})
