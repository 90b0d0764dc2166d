import { expect, test } from 'vitest'
import type { ChatMessage } from '../../../src/domain/chat-message.ts'
import { readQuestion } from '../../../src/domain/builtin/read-question.ts'
import { formsOf } from '../../../src/domain/builtin/read-forms.ts'

const turns = (...asked: string[]): ChatMessage[] =>
  asked.flatMap((content, index): ChatMessage[] => [
    ...(index > 0 ? [{ role: 'assistant' as const, content: 'An answer.' }] : []),
    { role: 'user', content },
  ])

const kindsOf = (text: string, language: 'en'): string[] => formsOf(text, language).map(({ kind }) => kind)

test.each([
  ['How many controls does Annex A have?', 'count'],
  ['How fast must we report an incident?', 'clock'],
  ['Since when does it apply?', 'date'],
  ['How high can a fine be?', 'money'],
  ['Is a pen test mandatory?', 'verdict'],
  ['Are we in scope with 40 people?', 'scope'],
  ['What is a processor?', 'definition'],
  ['What evidence does an auditor want for backups?', 'evidence'],
  ['What is the difference between the two?', 'comparison'],
  ['What changed since the 2013 edition?', 'change'],
  ['Where do we start?', 'first-steps'],
  ['Which control covers suppliers?', 'control'],
  ['List the five functions', 'list'],
])('%s asks for %s first', (text, kind) => {
  expect(kindsOf(text, 'en')[0]).toBe(kind)
})

test('a verdict is asked for at the beginning of a sentence only', () => {
  expect(kindsOf('We run a bank. Does it need a CISO?', 'en')).toContain('verdict')
  expect(kindsOf('Controls for what a bank does', 'en')).not.toContain('verdict')
})

test.each([
  ['When can we skip the second factor?', 'en'],
  ['Which contracts must we change?', 'en'],
  ['Wann dürfen wir Daten löschen?', 'de'],
  ['Quand pouvons-nous transférer des données ?', 'fr'],
] as const)('"%s" asks when, which or how, and not whether', (text, language) => {
  expect(formsOf(text, language).map(({ kind }) => kind)).not.toContain('verdict')
})

test.each(['How much time do we have to answer?', 'How much notice must be given?'])(
  '%s asks for a clock and no money',
  (text) => {
    expect(kindsOf(text, 'en')).toContain('clock')
    expect(kindsOf(text, 'en')).not.toContain('money')
  },
)

test('a clock that is asked for with "must we" is asked for no verdict', () => {
  expect(kindsOf('How fast must we report an incident?', 'en')).not.toContain('verdict')
  expect(kindsOf('Is there a fine?', 'en')).toEqual(expect.arrayContaining(['money', 'verdict']))
})

test('what the difference is asks for a comparison and no definition', () => {
  expect(kindsOf('What is the difference between CCPA and GDPR?', 'en')).toEqual(['comparison'])
})

test('a follow-up takes from the question before it what it does not say', () => {
  expect(readQuestion(turns('What evidence do we need for backups?', 'And for logging?')).kinds[0]).toBe(
    'evidence',
  )
  const more = readQuestion(turns('How many controls are there?', 'and what evidence?'))
  expect(more.kinds[0]).toBe('evidence')
  expect(more.text).toContain('How many controls')
})

test('"shorter" asks the same again, for the answer alone', () => {
  const { short, kinds, text } = readQuestion(turns('How fast must we report a breach?', 'shorter please'))
  expect({ short, kind: kinds[0] }).toEqual({ short: true, kind: 'clock' })
  expect(text).toContain('report a breach')
})

test('an empty conversation asks nothing', () => {
  expect(readQuestion([])).toEqual({
    text: '\n',
    kinds: [],
    language: 'en',
    form: new Set(),
    short: false,
  })
})

test('a very long question is read at both of its ends', () => {
  const story = 'we have a story to tell about our company and its many systems, '.repeat(2_000)
  expect(kindsOf(`How many controls are there? ${story}`, 'en')[0]).toBe('count')
  expect(kindsOf(`${story}. How many controls are there?`, 'en')[0]).toBe('count')
})

test('of a very long message little is read for its form, and no plain question', () => {
  let read = 0
  const content = `Is the GDPR mandatory? ${'Our shop sells shoes. '.repeat(50_000)}`
  const { plain } = readQuestion([{ role: 'user', content }], (tokens) => {
    read += tokens.length
    return tokens
  })
  expect(plain).toBeUndefined()
  expect(read).toBeLessThan(1_000)
})

test.each([
  'Is it fine to share accounts?',
  'We closed the ticket as fine. Is that so?',
  'How much of it is done?',
])('%s asks for no money', (text) => {
  expect(kindsOf(text, 'en')).not.toContain('money')
})

test.each(['What is the fine for late notice?', 'How much is the fine?', 'Fine per day?'])(
  '%s does',
  (text) => {
    expect(kindsOf(text, 'en')).toContain('money')
  },
)

test('what somebody is, and then a name, asks whether they are bound', () => {
  const named = (text: string): readonly string[] =>
    readQuestion(turns(text), (tokens) => tokens.filter(({ text: word }) => word !== 'nis' && word !== '2'))
      .kinds
  expect(named('We have 40 employees and make software for hospitals. NIS2?')).toEqual(['scope', 'verdict'])
  expect(named('We are a university in Brazil, NIS2?')).toEqual(['scope', 'verdict'])
  expect(named('Hospitals use much software. NIS2?')).toEqual([])
  expect(named('NIS2?')).toEqual([])
})

test('a story of a million spaces is read as quickly as any', () => {
  // Were the spaces tried in every way, this would take minutes, and the test its time out.
  const asked = turns(`We sell cakes,${' '.repeat(1_000_000)}and bread`)
  expect(readQuestion(asked, () => []).kinds).toEqual([])
})

test.each([
  'Our lawyer says that nobody need be told. Is he right?',
  'IT says that no data left, so it is no breach. Who is right?',
  'With fewer than 250 staff we need no records. Correct under GDPR?',
  'The CFO thinks that the certificate is enough: true?',
])('who asks whether something is right asks on what stands before, and gets no yes or no: %s', (content) => {
  const question = readQuestion([{ role: 'user', content }])
  expect(question).toMatchObject({ doubted: true, kinds: ['verdict'] })
  expect(question.text).not.toMatch(/right|correct|true\b/i)
})

test.each([
  'CPS 230 requires recovery within two hours, correct?',
  'It covers banks only, right?',
  'Everybody needs a certificate, don’t they?',
])('a claim that wants to be borne out gets a yes or no: %s', (content) => {
  const question = readQuestion([{ role: 'user', content }])
  expect(question.kinds).toEqual(['verdict'])
  expect(question.doubted).toBeUndefined()
  expect(question.text).not.toMatch(/right|correct|don/)
})

test.each([
  ['What is the FADP, in two sentences please?', 'What is the FADP?'],
  ['What is MiCA in plain words', 'What is MiCA'],
  ['What is CPS 230 about?', 'What is CPS 230?'],
  // Here it is what is asked.
  ['What does the notice say about cookies?', 'What does the notice say about cookies?'],
])('how an answer is wanted says nothing of what is asked: %s', (content, text) => {
  expect(readQuestion([{ role: 'user', content }]).text.trim()).toBe(text)
})

test('a claim that denies gets none: yes could mean either', () => {
  const question = readQuestion([{ role: 'user', content: 'It does not bind banks, right?' }])
  expect(question.doubted).toBe(true)
})

test.each(['What is the right to erasure?', 'Is that the right form?', 'Is true anonymity possible?'])(
  'a right, or something true, is asked about as any other thing: %s',
  (content) => {
    expect(readQuestion([{ role: 'user', content }]).doubted).toBeUndefined()
  },
)

test('a story on proof makes no question for proof', () => {
  const kindsOf = (content: string) => readQuestion([{ role: 'user', content }]).kinds
  expect(kindsOf('The auditor wants the contracts, we have an NDA. Is that a finding?')).not.toContain(
    'evidence',
  )
  expect(kindsOf('We have an NDA. What does the auditor want to see?')).toContain('evidence')
})

test('fine behind a story is no fine', () => {
  expect(
    formsOf('We keep them for five years. Fine under CCPA?', 'en').map(({ kind }) => kind),
  ).not.toContain('money')
})

test.each([
  ['Who must sign the business associate agreement?', 'scope'],
  ['The auditor wants to know how often we review access.', 'evidence'],
] as const)('%s asks for no %s', (content, kind) => {
  expect(readQuestion([{ role: 'user', content }]).kinds).not.toContain(kind)
})

test.each([
  ['Who must comply with it?', 'scope'],
  ['What does the auditor want to see?', 'evidence'],
  ['What came before ISO 31000?', 'change'],
  ['Which nine classes are there?', 'list'],
] as const)('%s asks for a %s', (content, kind) => {
  expect(readQuestion([{ role: 'user', content }]).kinds).toContain(kind)
})
