import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { TiktokenTokenizer } from '../../../src/adapters/tiktoken-tokenizer.ts'
import { modelSettings, readConfig } from '../../../src/config.ts'
import type { ChatMessage } from '../../../src/domain/chat-message.ts'
import type { Grounding } from '../../../src/domain/grounding/grounding.ts'
import { PromptBudget, type FittedPrompt } from '../../../src/domain/grounding/prompt-budget.ts'
import { buildModels } from '../../../src/domain/models/models.ts'
import { outputLimit } from '../../../src/domain/models/output-limit.ts'

const tokenizer = new TiktokenTokenizer()
const budget = new PromptBudget(tokenizer)
const bounds = vi.spyOn(tokenizer, 'bound')
const counts = vi.spyOn(tokenizer, 'count')
beforeEach(() => {
  bounds.mockClear()
  counts.mockClear()
})
afterAll(() => tokenizer.close())

const NONE: Grounding = {
  detection: 'none',
  modules: [],
  leftOut: [],
  hints: { superseded: [], unread: [], bareIds: [] },
}
const user = (content: string): ChatMessage[] => [{ role: 'user', content }]

/** As a call does it: the text by itself, then the whole prompt. */
async function fit(messages: readonly ChatMessage[], window?: number): Promise<FittedPrompt> {
  const [first] = buildModels(modelSettings(readConfig({})))
  if (!first) throw new Error('no model')
  const model = { ...first, contextWindowTokens: window ?? first.contextWindowTokens }
  const limit = outputLimit(model, undefined)
  return budget.fit(model, limit, NONE, messages, await budget.measure(model, limit, [], messages))
}

const ENGLISH = 'Which of our suppliers must be reviewed before the next audit, and who signs for it? '
/** Words that are more than one token each, of which the bound knows only that. */
const RARE = 'pseudonymisers reauthorisable '

describe('what a prompt is measured by', () => {
  test('its bytes alone where they decide', async () => {
    expect(await fit(user(ENGLISH))).toMatchObject({ exact: false })
    expect(bounds).not.toHaveBeenCalled()
    expect(counts).not.toHaveBeenCalled()
  })

  test('the bound where bytes would not let it in: 256 KB of English are never counted', async () => {
    const text = ENGLISH.repeat(Math.ceil(262_144 / ENGLISH.length))
    const fitted = await fit(user(text))
    expect(fitted).toMatchObject({ exact: false, maxTokens: 4_096 })
    expect(fitted.promptTokens).toBeLessThan(70_000)
    expect(bounds).toHaveBeenCalledTimes(1)
    expect(counts).not.toHaveBeenCalled()
  })

  test('the bound where bytes leave too little room for the output', async () => {
    const messages = user(ENGLISH.repeat(40))
    const bytes = (await fit(messages)).promptTokens
    expect(await fit(messages, bytes + 4_095)).toMatchObject({ exact: false, maxTokens: 4_096 })
    expect(bounds).toHaveBeenCalledTimes(1)
    expect(counts).not.toHaveBeenCalled()
  })

  test('the count where the bound would refuse it: what fits exactly is never refused', async () => {
    const messages = user(RARE.repeat(2_000))
    const exact = await budget.exactPromptTokens([], messages)
    expect(await tokenizer.bound([RARE.repeat(2_000)])).toBeGreaterThan(exact + 256)
    expect(await fit(messages, exact + 256)).toEqual({
      grounding: NONE,
      promptTokens: exact,
      exact: true,
      maxTokens: 256,
    })
    await expect(fit(messages, exact + 255)).rejects.toMatchObject({ code: 'context_length_exceeded' })
  })
})
