import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { affordableOutputTokens, fromUsd, priceMicros, toUsd } from '../../../src/domain/ledger/price.ts'

/** Up to what the configuration takes: 10,000 USD per million tokens. */
const rate = fc.integer({ min: 0, max: 10_000_000_000 })
const tokens = fc.integer({ min: 0, max: 10_000_000 })
const rates = fc.record({ inputRate: rate, outputRate: rate })

describe('the price of a call', () => {
  test.each([
    { what: 'nothing costs nothing', rates: [400_000, 1_600_000], counts: [0, 0], micros: 0 },
    { what: 'a free model costs nothing', rates: [0, 0], counts: [10_000, 10_000], micros: 0 },
    { what: 'parts that add up to whole', rates: [400_000, 1_600_000], counts: [100, 20], micros: 72 },
    { what: 'a fraction is rounded up', rates: [400_000, 1_600_000], counts: [1, 0], micros: 1 },
    { what: 'rounded once over both parts', rates: [400_000, 1_600_000], counts: [1, 1], micros: 2 },
    { what: 'the least rate and one token', rates: [0, 1], counts: [0, 1], micros: 1 },
    { what: 'a whole micro-dollar is not rounded', rates: [1, 0], counts: [1_000_000, 0], micros: 1 },
    { what: 'one token above it is', rates: [1, 0], counts: [1_000_001, 0], micros: 2 },
    {
      what: 'products beyond the safe integers',
      rates: [9_999_999_999, 9_999_999_999],
      counts: [9_999_999, 9_999_998],
      micros: 199_999_969_981,
    },
  ])('$what', ({ rates: [inputRate = 0, outputRate = 0], counts: [prompt = 0, output = 0], micros }) => {
    expect(priceMicros({ inputRate, outputRate }, prompt, output)).toBe(micros)
  })

  test('is the exact product, rounded up to the next micro-dollar', () => {
    fc.assert(
      fc.property(rates, tokens, tokens, (model, prompt, output) => {
        const micros = BigInt(priceMicros(model, prompt, output)) * 1_000_000n
        const exact = BigInt(prompt) * BigInt(model.inputRate) + BigInt(output) * BigInt(model.outputRate)
        expect(micros >= exact && micros - exact < 1_000_000n).toBe(true)
      }),
    )
  })

  test('never falls when either count grows', () => {
    fc.assert(
      fc.property(rates, tokens, tokens, tokens, tokens, (model, prompt, output, morePrompt, moreOutput) => {
        expect(priceMicros(model, prompt, output)).toBeLessThanOrEqual(
          priceMicros(model, prompt + morePrompt, output + moreOutput),
        )
      }),
    )
  })
})

describe('the output that an amount covers', () => {
  const paid = rates.filter(({ outputRate }) => outputRate > 0)

  test('is covered, and one token more is not', () => {
    fc.assert(
      fc.property(paid, tokens, fc.integer({ min: 0, max: 1_000_000_000 }), (model, prompt, beyond) => {
        const micros = priceMicros(model, prompt, 0) + beyond
        const output = affordableOutputTokens(model, prompt, micros)
        expect(priceMicros(model, prompt, output)).toBeLessThanOrEqual(micros)
        expect(priceMicros(model, prompt, output + 1)).toBeGreaterThan(micros)
      }),
    )
  })

  test('holding a price always covers the tokens it is the price of', () => {
    fc.assert(
      fc.property(paid, tokens, tokens, (model, prompt, output) => {
        const held = priceMicros(model, prompt, output)
        expect(affordableOutputTokens(model, prompt, held)).toBeGreaterThanOrEqual(output)
      }),
    )
  })

  test('is none where the amount does not even cover the prompt', () => {
    expect(affordableOutputTokens({ inputRate: 1_000_000, outputRate: 1 }, 10, 9)).toBe(0)
  })

  test('has no end where output is free', () => {
    expect(affordableOutputTokens({ inputRate: 1_000_000, outputRate: 0 }, 10, 10)).toBe(Infinity)
  })
})

describe('amounts in JSON', () => {
  const micros = fc.integer({ min: 0, max: 1_000_000_000_000_000 })

  test('are USD with at most six decimals and never in powers of ten', () => {
    fc.assert(
      fc.property(micros, (amount) => {
        expect(JSON.stringify(toUsd(amount))).toMatch(/^\d+(\.\d{1,6})?$/)
      }),
    )
    expect(JSON.stringify([1, 10, 1_500_000, 0].map(toUsd))).toBe('[0.000001,0.00001,1.5,0]')
  })

  test('come back as the same micro-dollars', () => {
    fc.assert(
      fc.property(micros, (amount) => {
        expect(fromUsd(JSON.parse(JSON.stringify(toUsd(amount))) as number)).toBe(amount)
      }),
    )
  })

  test.each([0.000_000_1, 0.000_000_5, 1.000_000_5, 0.123_456_7, 12.345_678_9, 1e16])(
    '%d USD is no whole number of micro-dollars that can be kept',
    (usd) => {
      expect(fromUsd(usd)).toBeUndefined()
    },
  )

  test('take the dust of decimal sums for what it is', () => {
    expect([0.1 + 0.2, 1.1 * 3, 0.7 + 0.1].map(fromUsd)).toEqual([300_000, 3_300_000, 800_000])
  })
})
