import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { get_encoding } from 'tiktoken'
import { speechOf } from '../../src/domain/builtin/speech/speech.ts'
import { readStream } from '../support/read-stream.ts'
import { startService, type Service } from '../support/start-service.ts'
import { ASKED_BY_ID, KNOWN_ANSWERS } from './known-answers.ts'

let service: Service
beforeAll(async () => {
  service = await startService({ BOOTSTRAP_CREDIT_USD: '1000' })
})
afterAll(() => service.close())

interface Answer {
  choices: { message: { content: string }; finish_reason: string }[]
  usage: { prompt_tokens: number; completion_tokens: number; total_tokens: number }
  system_fingerprint: string
  svc: { frameworks: { id: string }[] }
}

async function ask(question: string, extra: object = {}): Promise<Answer> {
  const response = await service.call('POST', '/v1/chat/completions', {
    model: 'svc-fast',
    messages: [{ role: 'user', content: question }],
    ...extra,
  })
  expect(response.status).toBe(200)
  return (await response.json()) as Answer
}

const textOf = ({ choices }: Answer): string => choices[0]?.message.content ?? ''

/** The entries an answer cites, in its order: `A.5.20 Addressing …`. */
const citedIn = (answer: Answer): string[] =>
  [...textOf(answer).matchAll(/^- \*\*(.+?)\*\*: /gm)].map(([, cited = '']) => cited)

describe('known questions', () => {
  test('there are at least 40, over at least 12 frameworks', async () => {
    const answers = await Promise.all(KNOWN_ANSWERS.map(([question]) => ask(question)))
    const frameworks = new Set(answers.flatMap(({ svc }) => svc.frameworks.map(({ id }) => id)))
    expect(KNOWN_ANSWERS.length).toBeGreaterThanOrEqual(40)
    expect(frameworks.size).toBeGreaterThanOrEqual(12)
  })

  test('the known answer is among the first three cited in at least 95 of 100', async () => {
    const misses: string[] = []
    for (const [question, known] of KNOWN_ANSWERS) {
      const cited = citedIn(await ask(question))
      if (!cited.slice(0, 3).some((entry) => entry.startsWith(`${known} `))) {
        misses.push(`${question} wanted ${known}, got ${cited.join('; ') || 'nothing'}`)
      }
    }
    const rate = 1 - misses.length / KNOWN_ANSWERS.length
    const report = `${(rate * 100).toFixed(1)} % of ${KNOWN_ANSWERS.length} right\n${misses.join('\n')}`
    expect(rate >= 0.95 ? 'good enough' : report).toBe('good enough')
  })

  test.each(ASKED_BY_ID)('%s is answered with %s first', async (question, known) => {
    const [first] = citedIn(await ask(question))
    expect(first?.slice(0, known.length + 1)).toBe(`${known} `)
  })

  test.each([
    ['Compare Articles 33 and 34 of the GDPR', ['Art. 33', 'Art. 34']],
    ['Was sagen Art. 13, 14 und 15 DSGVO?', ['Art. 13', 'Art. 14', 'Art. 15']],
    ['What do PCI DSS requirements 8.3.6 and 10.5.1 ask for?', ['Requirement 8.3.6', 'Requirement 10.5.1']],
  ])('%s is answered with each of them, in order', async (question, known) => {
    const cited = citedIn(await ask(question))
    expect(cited.map((entry, index) => entry.startsWith(`${known[index]} `))).toEqual(known.map(() => true))
  })

  test('an id that does not exist is said not to exist, and told as unknown', async () => {
    const answer = (await ask('ISO 27001:2022 A.5.40 evidence?')) as Answer & {
      svc: { references: { id: string; known: boolean }[] }
    }
    expect(textOf(answer)).toContain('There is no **A.5.40** in ISO 27001')
    expect(answer.svc.references).toContainEqual({
      id: 'A.5.40',
      framework: 'iso-27001',
      known: false,
      status: 'unknown',
    })
  })

  test('an id is said not to exist in the framework it is written as one of, and in no other', async () => {
    const text = textOf(await ask('Compare GDPR Art. 83 with NIS2 Art. 34, and GDPR Art. 120'))
    expect(text.match(/There is no .+? in \w+/g)).toEqual(['There is no **Art. 120** in GDPR'])
  })

  test('of a framework in parts only what was injected is cited, and what was not exists all the same', async () => {
    const ids =
      'ISM-0264 ISM-0421 ISM-1565 ISM-0300 ISM-0613 ISM-0810 ISM-1163 ISM-0720 ISM-1395 ISM-0870 ISM-0109'
    const answer = (await ask(`Australian ISM: ${ids}, and logging, gateways, media, cabling`)) as Answer & {
      svc: { frameworks: { parts: { id: string }[] }[] }
    }
    const { parts = [] } = service.parts.registry.get('australia-ism') ?? {}
    const came = new Set(answer.svc.frameworks[0]?.parts.map(({ id }) => id))
    const left = parts.filter(({ id }) => !came.has(id)).flatMap(({ controls }) => controls)
    expect(left.length).toBeGreaterThan(100)
    const cited = citedIn(answer)
    expect(cited.length).toBeGreaterThan(0)
    expect(cited.filter((entry) => left.some(({ id }) => entry.startsWith(`${id} `)))).toEqual([])
    expect(textOf(answer)).not.toContain('There is no')
  })

  test('an id of an older edition brings what the module tells of it', async () => {
    expect(textOf(await ask('Our policy cites NIST CSF PR.AC-1. Still valid?'))).toMatch(
      /PR\.AC-1.*PR\.AA-01/,
    )
  })

  test('an id with more words beside it brings what the words ask for as well', async () => {
    const cited = citedIn(
      await ask('CSA CCM CEK-12: who is responsible for key rotation, and is ownership shared?'),
    )
    expect(cited[0]?.startsWith('CEK-12 ')).toBe(true)
    expect(cited.length).toBeGreaterThan(1)
  })

  test('the framework that the question names first comes first', async () => {
    const text = textOf(await ask('What do LGPD and ISO 27001 say about incident notices?'))
    expect(text.indexOf('## LGPD')).toBeLessThan(text.indexOf('## ISO 27001'))
  })

  test('every cited entry is one of the injected module', async () => {
    const { controls } = service.parts.registry.get('gdpr') ?? { controls: [] }
    const real = new Set(controls.map(({ id, title }) => `${id} ${title}`))
    const cited = citedIn(await ask('What does GDPR say about processors and their contracts?'))
    expect(cited.length).toBeGreaterThan(0)
    expect(cited.filter((entry) => !real.has(entry))).toEqual([])
  })
})

describe('the shape of an answer', () => {
  const question = 'What does GDPR say about breach notification to the authority?'

  test('the same call gets the same answer, plain and streamed', async () => {
    const [one, two] = [await ask(question), await ask(question)]
    expect(textOf(two)).toBe(textOf(one))
    expect(two.usage).toEqual(one.usage)
    const response = await service.call('POST', '/v1/chat/completions', {
      model: 'svc-fast',
      stream: true,
      stream_options: { include_usage: true },
      messages: [{ role: 'user', content: question }],
    })
    const { text, chunks, done } = await readStream(response)
    expect({ text, done, usage: chunks.at(-1)?.usage }).toEqual({
      text: textOf(one),
      done: true,
      usage: one.usage,
    })
  })

  test('it says what wrote it, and that it is no audit opinion', async () => {
    const answer = await ask(question)
    expect(answer.system_fingerprint).toBe('builtin-extractive')
    expect(answer.choices[0]?.finish_reason).toBe('stop')
    expect(textOf(answer)).toContain('not an audit opinion')
  })

  test.each([1, 5, 20, 60])('max_tokens %i is kept, and the finish says length', async (maxTokens) => {
    const whole = textOf(await ask(question))
    const answer = await ask(question, { max_tokens: maxTokens })
    expect(answer.choices[0]?.finish_reason).toBe('length')
    expect(answer.usage.completion_tokens).toBeLessThanOrEqual(maxTokens)
    expect(whole.startsWith(textOf(answer))).toBe(true)
    const encoding = get_encoding('o200k_base')
    expect(encoding.encode_ordinary(textOf(answer)).length).toBeLessThanOrEqual(maxTokens)
    encoding.free()
  })

  test('how fast is answered with a clock, and not with yes or no', async () => {
    const text = textOf(await ask('How fast must we report a major incident under the DORA regulation?'))
    expect(text).toMatch(/^## DORA\n\n[^\n]*4 hours[^\n]*24 hours/)
    expect(text).not.toMatch(/^(?:Yes|No|It depends)\./m)
  })

  test.each([
    ['ISO 27001의 통제 항목은 몇 개입니까?', /93 controls/],
    ['ISO 27001の管理策はいくつありますか。', /93 controls/],
    ['كم عدد الضوابط في ISO 27001؟', /93 controls/],
  ])('%s is answered with the count', async (question, count) => {
    const text = textOf(await ask(question))
    expect(text.split(/\s+/).slice(0, 60).join(' ')).toMatch(count)
  })

  test('a question whose words are not understood is not said to be unanswered', async () => {
    const text = textOf(await ask('GDPR 과징금은 얼마입니까?'))
    expect(text).not.toContain(speechOf('ko').unanswered('GDPR'))
    expect(text.length).toBeGreaterThan(300)
  })

  test.each([60, 90, 150])('with %i tokens it ends where a sentence does', async (maxTokens) => {
    const answer = await ask(question, { max_tokens: maxTokens })
    expect(textOf(answer).trimEnd()).toMatch(/[.!?]$/)
    expect(answer.choices[0]?.finish_reason).toBe('length')
  })

  test('usage adds up, and the prompt holds at least the module', async () => {
    const { usage } = await ask(question)
    expect(usage.total_tokens).toBe(usage.prompt_tokens + usage.completion_tokens)
    expect(usage.prompt_tokens).toBeGreaterThan(service.parts.registry.get('gdpr')?.knowledgeTokens ?? 0)
  })

  test('a stop sequence ends the answer before it', async () => {
    const whole = textOf(await ask(question))
    const stopped = await ask(question, { stop: ['Evidence'] })
    expect(textOf(stopped).trimEnd()).toBe(whole.slice(0, whole.indexOf('Evidence')).trimEnd())
    expect(stopped.choices[0]?.finish_reason).toBe('stop')
  })

  test('several frameworks are answered each under its own heading, in the order of the question', async () => {
    const answer = textOf(await ask('Incident reporting in NIS2, GDPR and the DORA regulation'))
    expect(answer.match(/^## .+$/gm)).toEqual(['## NIS2', '## GDPR', '## DORA'])
  })

  test('evidence, test step and usual finding of a control stand on lines of their own', async () => {
    const answer = textOf(await ask('What does the EU AI Act Art. 26(10) ask of deployers?'))
    const [, entry = ''] = answer.split('**Art. 26(10) Post-remote biometric identification**')
    const below = entry.split('\n').slice(1, 4)
    expect(below.map((line) => line.slice(0, line.indexOf(':')))).toEqual([
      '  - Evidence',
      '  - Test',
      '  - Usual finding',
    ])
  })

  test('a question about the whole framework gets its scope and first steps', async () => {
    const answer = textOf(await ask('What is TISAX?'))
    expect(answer).toContain('## TISAX')
    expect(answer).toContain('First steps')
  })

  test('a short follow-up leans on the question before it', async () => {
    const answer = await ask('', {
      messages: [
        { role: 'user', content: 'What does ISO 27001 say about backups?' },
        { role: 'assistant', content: 'ISO 27001 has a control for that.' },
        { role: 'user', content: 'And what evidence?' },
      ],
    })
    expect(citedIn(answer)[0]).toMatch(/^A\.8\.13 /)
  })
})

describe('several frameworks in one question', () => {
  test.each([
    ['Which has the shorter breach deadline, GDPR or HIPAA?', ['72 hours', '60']],
    ['Fines of the GDPR and of the LGPD?', ['20 million', 'BRL 50 million']],
    ['How long is a TISAX label valid compared with an ISO 27001 certificate?', ['three years']],
  ])('%s: each says its own first', async (question, words) => {
    const text = textOf(await ask(question))
    const [first = ''] = text.split('\n\n')
    expect(first.match(/^- \*\*/gm)).toHaveLength(2)
    for (const word of words) expect(first).toContain(word)
    expect(first.split(' ').length).toBeLessThan(80)
  })

  test('whether one does for another is said before what each is', async () => {
    expect(textOf(await ask('If we hold ISO 27001, is TISAX already covered?'))).toMatch(
      /^(?:No\. )?An ISO\/IEC 27001 certificate does not replace TISAX/,
    )
  })

  test('what the question takes wrongly for granted is set right before the sides', async () => {
    const text = textOf(await ask('How do the 114 controls of ISO 27001:2022 compare with SOC 2?'))
    expect(text).toMatch(/^Not 114 controls\. [^\n]*93/)
    expect(text).toContain('- **SOC 2**: ')
  })
})

describe('who is bound', () => {
  test.each([
    [
      'Our consumer fitness app collects heart rates, no doctor or insurer involved. Does HIPAA cover us?',
      'app ',
    ],
    ['Jersey company here, no customers elsewhere: is the UK GDPR our law?', 'Jersey'],
  ])('%s: what speaks of the case, then who is', async (question, word) => {
    const [, first = '', second = ''] = textOf(await ask(question)).split('\n\n')
    expect(first).toContain(word)
    expect(second).toMatch(/^\*\*Who is bound\*\*: /)
  })

  test('who may ignore it is not told no because they are exempt', async () => {
    const [, first = ''] = textOf(
      await ask('May a fintech holding nothing but an AFS licence ignore APRA CPS 234?'),
    ).split('\n\n')
    expect(first).toMatch(/^(?:Yes\. )?\*\*(?:Who is exempt|Out)\*\*: /)
  })
})

test('a fine is told in a language whose other words are not understood', async () => {
  const text = textOf(await ask('De quanto pode ser a multa simples prevista na LGPD?'))
  expect(text.split('\n\n').slice(0, 3).join(' ')).toContain('BRL 50 million')
})

describe('nothing injected', () => {
  test.each(['How do I become compliant?', 'A.5.20', 'hello', '', '🙂'])(
    '%j: says what to name',
    async (text) => {
      const answer = await ask(text)
      expect(answer.svc.frameworks).toEqual([])
      expect(citedIn(answer)).toEqual([])
      for (const words of [
        'No framework of the registry was recognised',
        'svc',
        'GET /v1/frameworks',
        'ISO 27001',
        'GDPR',
      ]) {
        expect(textOf(answer)).toContain(words)
      }
    },
  )
})
