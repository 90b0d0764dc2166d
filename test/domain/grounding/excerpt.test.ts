import { describe, expect, test } from 'vitest'
import { EXCERPT_TOKENS, Excerpts } from '../../../src/domain/grounding/excerpt.ts'
import type { Framework } from '../../../src/domain/registry/framework.ts'
import { pick, realRegistry, realSearches } from '../real-registry.ts'

const registry = await realRegistry()
const [ism, dora] = pick(registry, 'australia-ism', 'dora')
const excerpts = new Excerpts(await realSearches())

const user = (content: string) => ({ role: 'user', content }) as const

async function partsFor(...texts: string[]): Promise<string[]> {
  const cut = await excerpts.of(whole(), texts.map(user))
  return cut.parts.map(({ id }) => id)
}

function whole(): Framework {
  if (!ism) throw new Error('the registry holds it')
  return ism
}

describe('a framework in parts', () => {
  test('is injected as its overview alone where the conversation speaks of none of them', async () => {
    const cut = await excerpts.of(whole(), [user('What is the ASD ISM?')])
    expect(cut.parts).toEqual([])
    expect(cut.body).toBe(whole().body)
    expect(cut.knowledgeTokens).toBe(whole().knowledgeTokens)
  })

  test.each([
    ['How does the ISM want SPF, DKIM and DMARC set up?', 'email'],
    ['Which application control rules does the ISM have for workstations?', 'system-hardening'],
    ['What does ISM-0421 ask for?', 'system-hardening'],
    ['Post-quantum plans in the ISM?', 'cryptography'],
    ['Sanitise SSDs before disposal under the ISM', 'media'],
    [
      'How often does an outsourced cloud provider need an assessment according to the ISM?',
      'procurement-and-outsourcing',
    ],
    ['ISM: may I talk about secret work over the phone in the airport lounge?', 'enterprise-mobility'],
    [
      'Cada cuánto hay que ensayar el plan de respuesta a incidentes según el ISM',
      'cyber-security-incidents',
    ],
  ])('%s: %s comes with it', async (question, part) => {
    expect(await partsFor(question)).toContain(part)
  })

  test('reads what detection reads: user messages and the last assistant turn', async () => {
    const unread = await excerpts.of(whole(), [
      { role: 'system', content: 'DMARC and SPF' },
      { role: 'assistant', content: 'DKIM' },
      { role: 'assistant', content: 'And firewalls?' },
      user('Yes, the ISM.'),
    ])
    expect(unread.parts.map(({ id }) => id)).toEqual(['gateways'])
  })

  test('carries the chosen parts behind the overview, in its own order, with their tokens and controls', async () => {
    const cut = await excerpts.of(whole(), [user('ISM: DMARC for mail, and TLS ciphers')])
    const ids = cut.parts.map(({ id }) => id)
    expect(ids).toEqual(
      whole()
        .parts.map(({ id }) => id)
        .filter((id) => ids.includes(id)),
    )
    expect(cut.body.startsWith(whole().body)).toBe(true)
    for (const part of cut.parts) {
      expect(cut.body).toContain(`## Controls: ${part.title}\n${part.body}`)
      expect(cut.controls).toEqual(expect.arrayContaining([...part.controls]))
    }
    const left = whole().parts.filter(({ id }) => !ids.includes(id))
    expect(cut.controls).toHaveLength(
      whole().controls.length - left.reduce((sum, part) => sum + part.controls.length, 0),
    )
    expect(cut.sha256).not.toBe(whole().sha256)
    expect(cut.knowledgeTokens).toBeGreaterThan(whole().knowledgeTokens)
  })

  test('never takes more of the prompt than one module may, whatever is asked', async () => {
    const everything = whole().parts.flatMap(({ signals }) => signals)
    const cut = await excerpts.of(whole(), [user(everything.join('. '))])
    expect(cut.parts.length).toBeGreaterThan(2)
    expect(cut.knowledgeTokens).toBeLessThanOrEqual(EXCERPT_TOKENS)
  })

  test('is cut alike for the same conversation, and the cut is kept', async () => {
    const messages = [user('ISM on gateways')]
    expect(await excerpts.of(whole(), messages)).toBe(await excerpts.of(whole(), messages))
  })
})

test('a framework without parts is injected whole, as it is', async () => {
  expect(await excerpts.of(dora ?? whole(), [user('DORA')])).toBe(dora)
})
