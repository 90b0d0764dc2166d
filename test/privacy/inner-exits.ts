import { vi } from 'vitest'
import type { Parts } from '../../src/parts.ts'
import type { Answer } from '../support/upstream-server.ts'
import { HANGING, SAID, streamed } from './exits.ts'
import { chat, MARKS, newKey, outcome, silence, type Exit } from './marked.ts'

/** Ways out that take a hand inside the process: a fault of ours, a setting that differs, time that is over. */
export function innerExits(parts: Parts): Exit[] {
  const crash = (name: string, end: string, message: string, extra: object = {}): Exit => ({
    name,
    end,
    run: async (target) => {
      const inOrder = vi.spyOn(parts.registry, 'inOrder').mockImplementationOnce(() => {
        throw new Error(message)
      })
      return outcome(chat(target, extra)).finally(() => inOrder.mockRestore())
    },
  })
  const configured = (
    name: string,
    end: string,
    change: Partial<Parts['settings']>,
    answer: Answer,
  ): Exit => ({
    name,
    end,
    run: async (target) => {
      const before = { ...parts.settings }
      target.upstream.answer(answer)
      Object.assign(parts.settings, change)
      return outcome(chat(target, streamed)).finally(() => {
        Object.assign(parts.settings, before)
      })
    },
  })
  return [
    {
      name: 'a suspended account',
      end: '403 account_suspended',
      run: async (target) => {
        const { account, key } = await newKey(target, 1)
        await parts.store.suspendAccount(account, 0)
        return outcome(chat(target, {}, key))
      },
    },
    crash('a crash', '500 internal_error', `cannot handle ${MARKS.crash}`),
    crash('a crash on a stream', '500 internal_error', `cannot handle ${MARKS.crash}`, streamed),
    crash(
      'a crash over a pasted stack trace',
      '500 internal_error',
      `cannot handle\n    at ${MARKS.trace} (/srv/${MARKS.trace}:12:34)`,
    ),
    {
      name: 'a crash in mid-stream',
      end: '200 then internal_error',
      run: async (target) => {
        const open = vi.spyOn(parts.upstreams.global, 'open').mockResolvedValueOnce({
          fingerprint: undefined,
          events: (async function* () {
            yield [{ kind: 'text' as const, text: SAID }]
            throw new Error(`cannot handle ${MARKS.crash}`)
          })(),
        })
        return outcome(chat(target, streamed)).finally(() => open.mockRestore())
      },
    },
    configured('streaming switched off', '400 streaming_not_enabled', { streaming: false }, HANGING),
    configured('a call past its total time', '504 upstream_timeout', { totalMs: 50 }, silence().answer),
  ]
}
