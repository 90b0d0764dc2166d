import { expect, test } from 'vitest'
import type { Framework } from '../../src/domain/registry/framework.ts'
import { NO_DATA, obligationOf, type KnowledgeData } from '../../src/domain/registry/knowledge-data.ts'
import { checkData } from '../../tools/content/check-data.ts'
import { isWritten } from '../../tools/content/written-values.ts'

const TODAY = '2026-11-23'

const framework: Pick<Framework, 'id' | 'body' | 'parts' | 'controls' | 'editions' | 'undescribed'> = {
  id: 'one',
  body: [
    'Tell the authority within 72 hours. It applies from 17 January 2025.',
    'A proposal would move the date to 1 March 2028. The law applies from 1 March 2027.',
    'Fines reach EUR 10 million. There are five pillars: risk, incidents, testing, parties and sharing.',
  ].join('\n'),
  parts: [],
  controls: [{ id: 'Art. 1', title: 'First', text: 'A text.', group: 'All' }],
  editions: [],
  undescribed: [],
}

const sources = { law: { title: 'The law', url: 'https://example.org/law' } }

const penalty: KnowledgeData['facts'][number] = {
  kind: 'penalty',
  subject: 'highest fine',
  value: 10_000_000,
  unit: 'EUR',
  source: 'law',
  says: 'Fines reach EUR 10 million.',
}

const applies: KnowledgeData['deadlines'][number] = {
  kind: 'applies',
  what: 'the law applies',
  status: 'in-force',
  on: '2025-01-17',
  source: 'law',
  says: 'It applies from 17 January 2025.',
}

function faults(data: Partial<KnowledgeData>): string[] {
  const remarks = checkData(
    framework,
    { ...NO_DATA, sources, ...data },
    { headline: ['Art. 1'], finer: [], points: [] },
    TODAY,
  )
  return remarks.map(({ level, text }) => `${level}: ${text}`)
}

test('data that its module says, with its source, has no fault', () => {
  const report: KnowledgeData['deadlines'][number] = {
    kind: 'report',
    what: 'report an incident',
    status: 'in-force',
    clock: { trigger: 'awareness', within: 'PT72H', to: 'the authority' },
    control: 'Art. 1',
    source: 'law',
    says: 'Tell the authority within 72 hours.',
  }
  expect(faults({ facts: [penalty], deadlines: [applies, report] })).toEqual([])
})

test('a quotation must stand in one line of the module, and write its value', () => {
  expect(faults({ facts: [{ ...penalty, says: 'Fines reach EUR 10 million. It applies' }] })[0]).toContain(
    'no line of the module says',
  )
  expect(faults({ facts: [{ ...penalty, value: 20_000_000 }] })).toEqual([
    'error: fact "highest fine": 20000000 is not in its words',
  ])
  expect(faults({ deadlines: [{ ...applies, on: '2025-01-18' }] })).toEqual([
    'error: deadline "the law applies": 2025-01-18 is not in its words',
  ])
})

test('how a framework stands to another is quoted too, with its source', () => {
  const neighbour = { framework: 'two', source: 'law', says: 'It is like another.' }
  expect(faults({ facts: [penalty], neighbours: [neighbour] })).toEqual([
    'error: neighbour two: no line of the module says "It is like another."',
  ])
  expect(faults({ neighbours: [{ ...neighbour, says: 'The law applies from 1 March 2027.' }] })).toEqual([])
})

test('a quotation that only announces what follows is none', () => {
  const told = 'There are five pillars:'
  expect(faults({ facts: [{ ...penalty, kind: 'count', value: 5, unit: 'pillars', says: told }] })).toEqual([
    `error: fact "highest fine": its words announce what they do not say`,
  ])
})

test('sources and controls must exist, and every source carries something', () => {
  expect(faults({ facts: [{ ...penalty, source: 'rumour', control: 'Art. 9' }] })).toEqual([
    'error: fact "highest fine": the source "rumour" is not told',
    'error: fact "highest fine": Art. 9 has no entry',
    'error: nothing stands on the source "law"',
  ])
})

test('a fact that stands twice is a fault, and says whether it differs', () => {
  const other = { ...penalty, value: 'EUR 10 million' }
  expect(faults({ facts: [penalty, penalty] })).toEqual(['error: fact "highest fine" stands twice'])
  expect(faults({ facts: [penalty, other] })).toEqual(['error: fact "highest fine" stands twice and differs'])
})

test('what may change carries the day of its last look, and that day grows old', () => {
  const coming = { ...applies, on: '2027-03-01', says: 'The law applies from 1 March 2027.' }
  expect(faults({ deadlines: [coming] })).toEqual([
    'error: deadline "the law applies" may change and has no verifiedOn',
  ])
  expect(faults({ deadlines: [{ ...coming, verifiedOn: '2026-11-01' }] })).toEqual([])
  expect(faults({ deadlines: [{ ...coming, verifiedOn: '2026-08-01' }] })).toEqual([
    'warning: deadline "the law applies" was last verified 114 days ago',
  ])
  expect(faults({ deadlines: [{ ...coming, verifiedOn: '2026-12-01' }] })).toEqual([
    'error: deadline "the law applies" was verified in the future',
  ])
})

test('a proposal is never told as law', () => {
  const proposed = { ...applies, status: 'proposed' as const, on: '2028-03-01', verifiedOn: TODAY }
  expect(
    faults({ deadlines: [{ ...proposed, says: 'A proposal would move the date to 1 March 2028.' }] }),
  ).toEqual([])
  const asLaw = { ...proposed, on: '2027-03-01', says: 'The law applies from 1 March 2027.' }
  expect(faults({ deadlines: [asLaw] })).toEqual([
    'error: deadline "the law applies" is proposed and told as law',
  ])
})

test('a move has as many ids as its kind says, and its new ids exist', () => {
  const moves = (...told: KnowledgeData['editions'][number]['moves']): string[] =>
    faults({ editions: [{ from: '1', to: '2', complete: true, source: 'law', moves: told }] })
  expect(moves({ kind: 'renumbered', old: ['A'], new: ['Art. 1'] })).toEqual([])
  expect(moves({ kind: 'merged', old: ['A'], new: ['Art. 1'] })).toHaveLength(1)
  expect(moves({ kind: 'withdrawn', old: ['A'], new: ['Art. 1'] })).toHaveLength(1)
  expect(moves({ kind: 'renumbered', old: ['A'], new: ['Art. 2'] })).toEqual([
    'error: editions 1 to 2: renumbered A → Art. 2: Art. 2 does not exist',
  ])
})

test('the last obligation that fits an id counts', () => {
  const obligations: KnowledgeData['obligations'] = [
    { ids: ['*'], strength: 'must' },
    { ids: ['A.*'], strength: 'if', bound: 'where the risk asks for it' },
  ]
  expect(obligationOf({ ...NO_DATA, obligations }, '4.1')?.strength).toBe('must')
  expect(obligationOf({ ...NO_DATA, obligations }, 'A.5.1')?.strength).toBe('if')
  expect(faults({ obligations: [{ ids: ['B.*'], strength: 'must' }] })).toContain(
    'error: obligations: B.* means no control',
  )
})

test.each([
  [93, 'has 93 controls', true],
  [93, 'since 1993', false],
  [5, 'five pillars', true],
  [10_000_000, 'EUR 10 million', true],
  [10_000_000, 'EUR 10,000,000', true],
  [250_000_000, 'up to INR 25 crore', true],
  [1.5, 'USD 1.5 million', true],
  ['2024-10-17', 'by 17 October 2024', true],
  ['2024-10-17', 'in October 2024', true],
  ['2024-10-17', 'on 18 October', false],
  ['PT72H', 'within 72 hours', true],
  ['PT24H', 'within one day', true],
  ['PT24H', 'a 24 h early warning', true],
  ['PT', 'the family PT', true],
  ['P1Y', 'tested annually', true],
  ['P30D', 'within 30 calendar days', true],
  ['P30D', 'within 72 hours', false],
])('%s is written in "%s": %s', (value, text, written) => {
  expect(isWritten(value, text)).toBe(written)
})

test('a threshold of size has its figures in its words, and money a currency', () => {
  const size: KnowledgeData['sizes'][number] = {
    claim: 'a firm is bound',
    anyOf: [[{ measure: 'turnover', than: 'over', value: 10_000_000, unit: 'EUR' }]],
    met: 'yes',
    unmet: 'no',
    source: 'law',
    says: 'Fines reach EUR 10 million.',
  }
  expect(faults({ sizes: [size] })).toEqual([])
  const wrong = {
    ...size,
    anyOf: [[{ measure: 'turnover' as const, than: 'over' as const, value: 11_000_000 }]],
  }
  expect(faults({ sizes: [wrong] })).toEqual([
    'error: size "a firm is bound": 11000000 is not in its words',
    'error: size "a firm is bound": money has a currency, and nothing else',
  ])
})
