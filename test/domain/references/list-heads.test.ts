import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ListHeads } from '../../../src/domain/references/list-heads.ts'
import { tokenize } from '../../../src/domain/text/tokens.ts'
import { pick, realRegistry } from '../real-registry.ts'
import { repeated } from './hostile-texts.ts'
import { idsIn } from './scanning.ts'

const registry = await realRegistry()

describe('a list of ids', () => {
  const lists = fc
    .array(
      fc.constantFrom('Art. ', 'Articles ', '1', ', ', ' and ', 'a', '. ', ' x ', ' of ', ' X', '(', ')'),
      {
        maxLength: 60,
      },
    )
    .map((pieces) => tokenize(pieces.join('')))

  test('goes on as far as 30 words', () => {
    const numbers = Array.from({ length: 40 }, (_, index) => String(index + 1))
    expect(idsIn(pick(registry, 'gdpr'), `Articles ${numbers.join(', ')}`)).toEqual(
      numbers.slice(0, 30).map((number) => `Art. ${number}`),
    )
  })

  test('is walked once, not anew for each of its numbers', () => {
    for (const unit of [
      '1, ',
      '1 and ',
      'Art. 1, 1, 1, ',
      'Articles 1, 1, a, ',
      `Art. ${'1, '.repeat(29)}x `,
    ]) {
      const tokens = tokenize(repeated(unit, 3_000))
      const meter = { steps: 0 }
      const heads = new ListHeads(tokens, meter)
      for (const place of tokens.keys()) heads.of(place)
      expect(meter.steps).toBeGreaterThan(tokens.length / 2)
      expect(meter.steps).toBeLessThanOrEqual(4 * tokens.length)
    }
  })

  test('begins where it begins, whichever places were asked for before', () => {
    fc.assert(
      fc.property(lists, fc.array(fc.nat(60)), (tokens, places) => {
        const heads = new ListHeads(tokens, { steps: 0 })
        const alone = (place: number): number | undefined => new ListHeads(tokens, { steps: 0 }).of(place)
        for (const place of [...tokens.keys(), ...places]) expect(heads.of(place)).toBe(alone(place))
      }),
    )
  })
})
