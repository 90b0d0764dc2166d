import { describe, expect, test } from 'vitest'
import { Detector } from '../../../src/domain/detection/detector.ts'
import { ground, pin, type Grounding } from '../../../src/domain/grounding/grounding.ts'
import { Refusal } from '../../../src/domain/refusal.ts'
import type { ApiError } from '../../../src/plugins/json-surface/api-error.ts'
import { toApiError } from '../../../src/plugins/json-surface/error-handling.ts'
import { realRegistry } from '../real-registry.ts'

const registry = await realRegistry()
const detector = new Detector(registry)
const ids = registry.frameworks.map(({ id }) => id)

function grounded(pins: readonly string[], content = 'Hello'): Promise<Grounding> {
  return ground(detector, pin(registry, pins), [{ role: 'user', content }])
}

/** A grounding as ids and reasons. */
function shown({ detection, modules, leftOut }: Grounding): object {
  return {
    detection,
    modules: modules.map(({ framework, reason }) => `${framework.id} ${reason}`),
    leftOut: leftOut.map(({ id }) => id),
  }
}

async function refusal(pins: readonly string[]): Promise<ApiError> {
  try {
    await grounded(pins)
  } catch (cause) {
    if (cause instanceof Refusal) return toApiError(cause)
  }
  throw new Error('not refused')
}

describe('pins', () => {
  test('pins alone decide, whatever the conversation names', async () => {
    expect(shown(await grounded(['soc-2'], 'GDPR and HIPAA'))).toEqual({
      detection: 'pinned',
      modules: ['soc-2 pinned'],
      leftOut: [],
    })
  })

  test('eight pins are taken', async () => {
    expect((await grounded(ids.slice(0, 8))).modules).toHaveLength(8)
  })

  test('a repeated pin counts once, so eight named twice are eight', async () => {
    const eight = ids.slice(0, 8)
    expect((await grounded([...eight, ...eight])).modules.map(({ framework }) => framework.id)).toEqual(eight)
  })

  test('nine pins are refused, and the message says how many are allowed', async () => {
    const { code, param, message } = await refusal(ids.slice(0, 9))
    expect({ code, param }).toEqual({ code: 'too_many_frameworks', param: 'svc.frameworks' })
    expect(message).toMatch(/at most 8.*9/i)
  })

  test.each([
    ['iso27001', 'iso-27001'],
    ['ISO-27001', 'iso-27001'],
    [' iso-27001', 'iso-27001'],
    ['nis-2', 'nis2'],
    ['soc2', 'soc-2'],
    ['pci', 'pci-dss'],
    ['gpdr', 'gdpr'],
    ['hippa', 'hipaa'],
    ['ai-act', 'eu-ai-act'],
    ['nist-80053', 'nist-800-53'],
  ])('%j is no id; %s is suggested first or among the nearest', async (pin, near) => {
    const { code, param, message } = await refusal([pin])
    expect({ code, param }).toEqual({ code: 'unknown_framework', param: 'svc.frameworks' })
    expect(message).toContain(JSON.stringify(pin))
    expect(/Did you mean ([^?]+)\?/.exec(message)?.[1]?.split(', ')).toContain(near)
  })

  test('an id that is near to none gets no suggestion, but the way to the list', async () => {
    const { message } = await refusal(['zzzzzzzzzzzz'])
    expect(message).not.toContain('Did you mean')
    expect(message).toContain('GET /v1/frameworks')
  })

  test('one unknown id among known ones is refused and named', async () => {
    expect((await refusal(['gdpr', 'nope-nope', 'soc-2'])).message).toContain('"nope-nope"')
  })

  test('a region of the hub is no framework', async () => {
    expect(registry.regions.length).toBeGreaterThan(0)
    for (const { slug } of registry.regions) expect((await refusal([slug])).code).toBe('unknown_framework')
  })

  test('a very long id is cut in the message', async () => {
    expect((await refusal(['x'.repeat(256)])).message.length).toBeLessThan(300)
  })
})

describe('detection', () => {
  test('an empty list pins nothing: the conversation decides', async () => {
    expect(shown(await grounded([], 'GDPR?'))).toEqual({
      detection: 'detected',
      modules: ['gdpr user_message'],
      leftOut: [],
    })
  })

  test('nothing named, nothing injected', async () => {
    expect(shown(await grounded([]))).toEqual({ detection: 'none', modules: [], leftOut: [] })
  })

  test('of eight named in one message the first six are injected and the last two left out', async () => {
    const text = 'TISAX, SOC 2, PCI DSS, NIS2, HIPAA, GDPR, FedRAMP and CMMC'
    expect(shown(await grounded([], text))).toEqual({
      detection: 'detected',
      modules: ['tisax', 'soc-2', 'pci-dss', 'nis2', 'hipaa', 'gdpr'].map((id) => `${id} user_message`),
      leftOut: ['fedramp', 'cmmc'],
    })
  })

  test('where too many are named over time, those of the latest message stay', async () => {
    const { modules, leftOut } = await ground(
      detector,
      [],
      [
        { role: 'user', content: 'TISAX, SOC 2, PCI DSS' },
        { role: 'assistant', content: 'See also CMMC.' },
        { role: 'user', content: 'NIS2, HIPAA, GDPR, FedRAMP' },
      ],
    )
    expect(modules.map(({ framework }) => framework.id)).toEqual([
      'nis2',
      'hipaa',
      'gdpr',
      'fedramp',
      'cmmc',
      'tisax',
    ])
    expect(leftOut.map(({ id }) => id)).toEqual(['soc-2', 'pci-dss'])
  })
})
