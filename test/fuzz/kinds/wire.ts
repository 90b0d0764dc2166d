import { answersIn } from '../../http/wire.ts'
import { completion, json } from '../../support/upstream-server.ts'
import { API_PATH, checkHeaders, codeOf, parsed } from '../answers.ts'
import { fuzzKind } from '../fuzz-kind.ts'
import { piecesOf } from '../made/bytes.ts'
import type { Target } from '../target.ts'
import { hold } from '../violation.ts'
import { bytesOf, wireCases, type WireCase } from './wire-cases.ts'

function check(text: string, { requests, bytes }: WireCase): string[] {
  const answers = answersIn(text).filter(({ status }) => status >= 200)
  const [only] = requests.length === 1 && bytes.length === 0 ? requests : []
  const outcomes = answers.map(({ status, head, body }) => {
    const headers = Object.fromEntries(
      head.split('\r\n').map((line) => {
        const [name = '', ...value] = line.split(': ')
        return [name, value.join(': ')]
      }),
    )
    checkHeaders(headers, `${status}: ${head.slice(0, 300)}`)
    hold(status < 500, `an unexpected ${status}: ${body.slice(0, 300)}`)
    const isApi = only !== undefined && only.method !== 'HEAD' && API_PATH.test(only.path)
    const json = headers['content-type']?.startsWith('application/json') === true
    hold(!isApi || status < 400 || json, `an error without envelope: ${head} ${body.slice(0, 300)}`)
    return status >= 400 && json && body !== '' ? `${status} ${codeOf(parsed(body))}` : String(status)
  })
  // Behind a request that is broken those before it may go without an answer; alone, each has one.
  const mayClose = only === undefined || only.method === 'CONNECT' || only.version !== 'HTTP/1.1'
  hold(outcomes.length > 0 || mayClose, 'the connection was closed without an answer')
  return outcomes.length === 0 ? ['closed'] : outcomes
}

async function prepare(target: Target): Promise<(one: WireCase) => Promise<string[]>> {
  target.upstream.answer(json(completion('Hello.')))
  return async (one) => {
    const heard = await target.client.send(piecesOf(bytesOf(one), one.cuts))
    const outcome = check(heard.toString('latin1'), one)
    await target.settled()
    return outcome
  }
}

/** Request lines, headers and bytes, written to the socket as they are. */
export const wireKind = fuzzKind({ name: 'wire', share: 160, upstream: true, cases: wireCases, prepare })
