import { describe, expect, test } from 'vitest'
import { AnswerComposer } from '../../../src/domain/builtin/compose-answer.ts'
import { pick, realRegistry, realSearches } from '../real-registry.ts'

const registry = await realRegistry()
const composer = new AnswerComposer(registry, await realSearches())

function answerOf(id: string, content: string): Promise<string> {
  return composer.compose(pick(registry, id), [{ role: 'user', content }])
}

describe("a firm's own figures are held against what a framework says of size", () => {
  test('all bounds that count together are met, and the answer is yes', async () => {
    const answer = await answerOf(
      'csrd',
      'Headcount 1,150, net turnover EUR 620 million: must we report (CSRD)?',
    )
    expect(answer).toMatch(/Yes\. Undertakings that exceed \*\*both\*\*/)
    expect(answer).toContain(
      '- Employees: 1,150 (> 1,000) ✓\n- Turnover: EUR 620,000,000 (> EUR 450,000,000) ✓',
    )
  })

  test('one of them is not, and the answer is no', async () => {
    const answer = await answerOf(
      'csrd',
      'We have 1,400 staff and EUR 390 million turnover. Must we report (CSRD)?',
    )
    expect(answer).toContain('\nNo. ')
    expect(answer).toContain('- Turnover: EUR 390,000,000 (> EUR 450,000,000) ✗')
  })

  test('a figure that is not told stands open, and the answer depends', async () => {
    const answer = await answerOf('csrd', 'We have 1,400 staff. Must we report under the CSRD?')
    expect(answer).toContain('It depends. ')
    expect(answer).toContain('- Turnover: ? (> EUR 450,000,000)')
  })

  test('"fewer than" and "more than" are told as they were said, and count as what they are', async () => {
    const few = await answerOf('nis2', 'We have fewer than 50 employees, are we under NIS2?')
    expect(few).toContain('- Employees: < 50 (≥ 50) ✗')
    const many = await answerOf('csrd', 'More than 1,000 employees: must we report under the CSRD?')
    expect(many).toContain('- Employees: > 1,000 (> 1,000) ✓')
  })

  test.each([
    ['nis2', 'We have fewer than 250 employees, are we under NIS2?', '- Employees: < 250 (≥ 50)\n'],
    ['csrd', 'More than 300 employees: must we report under the CSRD?', '- Employees: > 300 (> 1,000)\n'],
    ['nydfs-500', 'More than 5 employees: do we get the limited exemption?', '- Employees: > 5 (< 20)\n'],
  ])('%s: "%s" leaves open which side of the threshold it is', async (id, question, line) => {
    const answer = await answerOf(id, question)
    expect(answer).not.toMatch(/(?:Yes|No)\. /)
    expect(answer).toContain(line)
  })

  test('the story counts where it asks for more than that', async () => {
    const answer = await answerOf(
      'nis2',
      '45 people, EUR 12 million turnover, a waste-water plant. Are we under NIS2, and how fast must we report?',
    )
    expect(answer).toContain('It depends. ')
    expect(answer).toContain('- Employees: 45 (≥ 50) ✗')
    expect(answer).toContain('**24 hours, 72 hours, 1 month**')
  })

  test('a sum in another currency decides nothing', async () => {
    const answer = await answerOf(
      'csrd',
      '1,400 staff and USD 600 million turnover, must we report under the CSRD?',
    )
    expect(answer).toContain('It depends. ')
    expect(answer).toContain('- Turnover: USD 600,000,000 (> EUR 450,000,000)\n')
  })

  test('one test is enough where any of several is, and who asks for the relief gets it', async () => {
    const answer = await answerOf(
      'nydfs-500',
      '12 people, revenue $9 million, balance sheet $20 million: do we get the relief for small firms?',
    )
    expect(answer).toContain('Yes. **Limited exemption**')
    expect(answer).toContain('- Employees: 12 (< 20) ✓')
  })

  test('the checklist is in the language of the question', async () => {
    const answer = await answerOf('csddd', '6.200 Beschäftigte, 2,1 Mrd. EUR Umsatz: gilt die CSDDD für uns?')
    expect(answer).toContain('Ja. ')
    expect(answer).toContain('- Beschäftigte: 6,200 (> 5,000) ✓')
  })

  test.each([
    ['ccpa', 'Data of 700 customers was stolen. Must we notify under the CCPA?'],
    ['csrd', 'Is limited assurance required under the CSRD?'],
    ['nis2', 'How many days after an incident is the final report of NIS2 due for 200 employees?'],
  ])('%s: "%s" asks for no size', async (id, question) => {
    expect(await answerOf(id, question)).not.toMatch(/[✓✗]/)
  })
})
