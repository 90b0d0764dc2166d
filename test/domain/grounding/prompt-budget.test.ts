import * as fc from 'fast-check'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { loadRegistry } from '../../../src/adapters/content-files.ts'
import { TiktokenTokenizer } from '../../../src/adapters/tiktoken-tokenizer.ts'
import { modelSettings, readConfig } from '../../../src/config.ts'
import type { ChatMessage } from '../../../src/domain/chat-message.ts'
import {
  assemble,
  PREAMBLE,
  PREAMBLE_TOKENS,
  UNGROUNDED_NOTE,
} from '../../../src/domain/grounding/assemble.ts'
import type { GroundedModule, Grounding } from '../../../src/domain/grounding/grounding.ts'
import { PromptBudget, type FittedPrompt } from '../../../src/domain/grounding/prompt-budget.ts'
import { buildModels, type Model } from '../../../src/domain/models/models.ts'
import { outputLimit, type OutputLimit } from '../../../src/domain/models/output-limit.ts'
import { Refusal } from '../../../src/domain/refusal.ts'
import type { ApiError } from '../../../src/plugins/json-surface/api-error.ts'
import { toApiError } from '../../../src/plugins/json-surface/error-handling.ts'
import { CONTENT, pick } from '../real-registry.ts'

const tokenizer = new TiktokenTokenizer()
const registry = await loadRegistry(CONTENT, tokenizer)
const budget = new PromptBudget(tokenizer)
const counts = vi.spyOn(tokenizer, 'count')
beforeEach(() => {
  counts.mockClear()
})
afterAll(() => tokenizer.close())

test('the preamble has as many tokens as is said', async () => {
  expect(await tokenizer.count([PREAMBLE, UNGROUNDED_NOTE])).toBe(PREAMBLE_TOKENS)
})

function fastModel(contextWindowTokens: number): Model {
  const [model] = buildModels(modelSettings(readConfig({})))
  if (!model) throw new Error('no model')
  return { ...model, contextWindowTokens }
}

const NO_HINTS = { superseded: [], unread: [], bareIds: [] }

function grounding(reason: GroundedModule['reason'], ...ids: string[]): Grounding {
  return {
    detection: reason === 'pinned' ? 'pinned' : 'detected',
    modules: pick(registry, ...ids).map((framework) => ({ framework, reason, phrase: null })),
    leftOut: [],
    hints: NO_HINTS,
  }
}

const NONE: Grounding = { detection: 'none', modules: [], leftOut: [], hints: NO_HINTS }
const user = (content: string): ChatMessage[] => [{ role: 'user', content }]

function fit(
  window: number,
  chosen: Grounding,
  messages = user('Hello'),
  maxTokens?: number,
): Promise<FittedPrompt> {
  const model = fastModel(window)
  return measureAndFit(model, outputLimit(model, maxTokens), chosen, messages)
}

/** As a call does it: the text by itself, with pinned modules only, then the whole. */
async function measureAndFit(
  model: Model,
  limit: OutputLimit,
  chosen: Grounding,
  messages: readonly ChatMessage[],
): Promise<FittedPrompt> {
  const pinned = chosen.detection === 'pinned' ? chosen.modules : []
  return budget.fit(model, limit, chosen, messages, await budget.measure(model, limit, pinned, messages))
}

async function refusal(fitting: Promise<FittedPrompt>): Promise<ApiError> {
  const cause = await fitting.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (cause instanceof Refusal) return toApiError(cause)
  throw new Error('not refused')
}

const idsOf = ({ grounding: { modules, leftOut } }: FittedPrompt): object => ({
  kept: modules.map(({ framework }) => framework.id),
  leftOut: leftOut.map(({ id }) => id),
})

describe('bound and count', () => {
  test('a call far from the window is bounded by its bytes and never counted', async () => {
    const fitted = await fit(131_072, grounding('pinned', 'gdpr'), user('What is a processor?'))
    expect(counts).not.toHaveBeenCalled()
    expect(fitted).toMatchObject({ exact: false, maxTokens: 4_096 })
  })

  test('a call near the window is counted, and its output takes what is left', async () => {
    const exact = await budget.exactPromptTokens([], user('Hello'))
    const fitted = await fit(exact + 1_000, NONE)
    expect(fitted).toEqual({ grounding: NONE, promptTokens: exact, exact: true, maxTokens: 1_000 })
  })

  test('a bound never lies under the count, and the count never under the tokens of the prompt itself', async () => {
    const roles = fc.constantFrom('system', 'developer', 'user', 'assistant')
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.lorem({ maxCount: 30 }))
    const messages = fc.array(
      fc.oneof(
        fc.record({ role: roles, content: text }),
        fc.record({ role: roles, content: text, name: fc.string() }),
      ),
      { maxLength: 5 },
    )
    const modules = fc.subarray([...registry.frameworks], { maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(messages, modules, async (said, frameworks) => {
        const pins = grounding('pinned', ...frameworks.map(({ id }) => id))
        const { promptTokens } = await fit(1_000_000, pins, said)
        const exact = await budget.exactPromptTokens(frameworks, said)
        const messages = JSON.parse(assemble(frameworks, said).join('')) as {
          content: string
          name?: string
        }[]
        const prompt = messages.flatMap(({ content, name }) =>
          name === undefined ? [content] : [content, name],
        )
        expect(promptTokens).toBeGreaterThanOrEqual(exact)
        expect(exact).toBeGreaterThanOrEqual(await tokenizer.count(prompt))
      }),
      { numRuns: 60 },
    )
  })
})

describe('the edge of the window', () => {
  test('a prompt fits with exactly the floor left and is refused with one token less', async () => {
    const exact = await budget.exactPromptTokens(pick(registry, 'gdpr'), user('Hello'))
    const pins = grounding('pinned', 'gdpr')
    await expect(fit(exact + 256, pins)).resolves.toMatchObject({ promptTokens: exact, maxTokens: 256 })
    expect((await refusal(fit(exact + 255, pins))).code).toBe('context_length_exceeded')
  })

  test('who asks for less than the floor needs no more room than that', async () => {
    const exact = await budget.exactPromptTokens([], user('Hello'))
    await expect(fit(exact + 5, NONE, user('Hello'), 5)).resolves.toMatchObject({ maxTokens: 5 })
    expect((await refusal(fit(exact + 4, NONE, user('Hello'), 5))).code).toBe('context_length_exceeded')
  })

  test('a thinking model keeps its 1024 tokens', async () => {
    const model = buildModels(modelSettings(readConfig({}))).find(({ alias }) => alias === 'svc-thinking')
    if (!model) throw new Error('no model')
    const exact = await budget.exactPromptTokens([], user('Hello'))
    const fitIn = (contextWindowTokens: number): Promise<FittedPrompt> =>
      measureAndFit({ ...model, contextWindowTokens }, outputLimit(model, 10), NONE, user('Hello'))
    await expect(fitIn(exact + 1_024)).resolves.toMatchObject({ maxTokens: 1_024 })
    expect((await refusal(fitIn(exact + 1_023))).code).toBe('context_length_exceeded')
  })
})

describe('what gives way', () => {
  test('of detected modules the weakest go first, and are named before those left out earlier', async () => {
    const chosen = {
      ...grounding('user_message', 'soc-2', 'gdpr', 'tisax'),
      leftOut: pick(registry, 'cmmc'),
    }
    const room = await budget.exactPromptTokens(pick(registry, 'soc-2', 'gdpr'), user('Hello'))
    expect(idsOf(await fit(room + 256, chosen))).toEqual({
      kept: ['soc-2', 'gdpr'],
      leftOut: ['tisax', 'cmmc'],
    })
    expect(idsOf(await fit(room + 255, chosen))).toEqual({
      kept: ['soc-2'],
      leftOut: ['gdpr', 'tisax', 'cmmc'],
    })
  })

  test('all detected modules may go where the caller’s text needs the room', async () => {
    expect(idsOf(await fit(4_096, grounding('user_message', 'soc-2', 'gdpr')))).toEqual({
      kept: [],
      leftOut: ['soc-2', 'gdpr'],
    })
  })

  test('pinned modules never go: the call is refused with the tokens of each', async () => {
    const pins = grounding('pinned', 'iso-27001', 'cis-controls')
    const { code, param, message, svc } = await refusal(fit(20_000, pins))
    expect({ code, param }).toEqual({ code: 'context_length_exceeded', param: 'messages' })
    expect(message).toContain('maximum context length is 20000 tokens')
    for (const { id, knowledgeTokens } of pick(registry, 'iso-27001', 'cis-controls')) {
      expect(message).toContain(`${id} ${knowledgeTokens}`)
    }
    expect(svc).toEqual({
      context_window: 20_000,
      frameworks: pick(registry, 'iso-27001', 'cis-controls').map(({ id, knowledgeTokens }) => ({
        id,
        knowledge_tokens: knowledgeTokens,
      })),
    })
  })

  test('a text longer than the window is refused without being counted to its end', async () => {
    const { message } = await refusal(fit(4_096, NONE, user('word '.repeat(1_000_000))))
    expect(message).toContain('maximum context length is 4096 tokens')
    expect(message).toContain('more than 4096 in the messages, no modules')
    expect(counts.mock.lastCall?.[1]).toBe(4_096)
    await expect(counts.mock.results.at(-1)?.value).resolves.toBeLessThan(100_000)
  })
})
