import { describe, expect, test } from 'vitest'
import { toldFigures } from '../../../src/domain/builtin/told-figures.ts'

describe('the figures that a text tells of a firm', () => {
  test.each([
    ['We are a 30-person SaaS.', { people: { value: 30 } }],
    ['Average headcount 1,150, not listed.', { people: { value: 1_150 } }],
    ['Wir haben 1.150 Beschäftigte.', { people: { value: 1_150 } }],
    ['12 people all told', { people: { value: 12 } }],
    ['net turnover EUR 620 million', { turnover: { value: 620_000_000, unit: 'EUR' } }],
    ['gross revenue of $31M', { turnover: { value: 31_000_000, unit: 'USD' } }],
    ['12,5 Mio. EUR Umsatz', { turnover: { value: 12_500_000, unit: 'EUR' } }],
    ['2,1 Mrd. EUR Umsatz', { turnover: { value: 2_100_000_000, unit: 'EUR' } }],
    ['balance sheet $20 million', { balance: { value: 20_000_000, unit: 'USD' } }],
    ['we turn over 2.1 million AUD', { turnover: { value: 2_100_000, unit: 'AUD' } }],
    [
      '20 million USD revenue, 100 million USD assets',
      { turnover: { value: 20_000_000, unit: 'USD' }, balance: { value: 100_000_000, unit: 'USD' } },
    ],
    ['revenue of 8 million', { turnover: { value: 8_000_000 } }],
    ['about 20,000 Californian customers a year', { consumers: { value: 20_000 } }],
    ['40 % of revenue comes from selling data', { share: { value: 40 } }],
    ["500 millions d'euros de chiffre d'affaires", { turnover: { value: 500_000_000, unit: 'EUR' } }],
    ['fewer than 50 employees', { people: { value: 50, sign: -1 } }],
    ['more than 250 staff', { people: { value: 250, sign: 1 } }],
    ['turnover of A$ 2 million', { turnover: { value: 2_000_000, unit: 'AUD' } }],
    ['turnover of ₹600 crore', { turnover: { value: 6_000_000_000, unit: 'INR' } }],
    ['Plattform mit 1,2 Mio. Nutzern', { consumers: { value: 1_200_000 } }],
    ['직원 120명', { people: { value: 120 } }],
    ["we don't sell data", { share: { value: 0 } }],
  ])('%s', (text, figures) => {
    expect(toldFigures(text)).toEqual(figures)
  })

  test('turnover and assets are told apart by the word that stands nearer', () => {
    expect(toldFigures('12 people, revenue around $9 million for years, balance sheet $20 million')).toEqual({
      people: { value: 12 },
      turnover: { value: 9_000_000, unit: 'USD' },
      balance: { value: 20_000_000, unit: 'USD' },
    })
  })

  test('of several figures for one measure the first counts', () => {
    expect(toldFigures('revenue USD 31 million, of which USD 1.5 million abroad')).toEqual({
      turnover: { value: 31_000_000, unit: 'USD' },
    })
  })

  test.each([
    'ISO 27001:2022, Art. 21, version 4.0.1',
    'within 72 hours, since 17 January 2025',
    'CVE-2024-3094 in 800-53',
    'a contract worth EUR 300,000, a tool of 5,000 euros',
    'between 40 and 60 people',
    '',
  ])('%s tells none', (text) => {
    expect(toldFigures(text)).toEqual({})
  })

  test('a text of nothing but numbers tells none', () => {
    const text = '1,000,'.repeat(700)
    expect(toldFigures(text)).toEqual({})
  })
})
