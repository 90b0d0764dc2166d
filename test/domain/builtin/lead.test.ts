import { expect, test } from 'vitest'
import { loadThesaurus } from '../../../src/adapters/content-files.ts'
import { AnswerComposer } from '../../../src/domain/builtin/compose-answer.ts'
import { Searches } from '../../../src/domain/search/searches.ts'
import { CONTENT, pick, realRegistry } from '../real-registry.ts'

const registry = await realRegistry()
const composer = new AnswerComposer(registry, new Searches(await loadThesaurus(CONTENT)))

/** What stands before the controls. */
async function leadOf(id: string, content: string): Promise<string> {
  const answer = await composer.compose(pick(registry, id), [{ role: 'user', content }])
  return answer.split(/Where it stands:|Worth knowing:/)[0] ?? ''
}

test('a question in two parts is answered in both', async () => {
  const lead = await leadOf(
    'cobit-2019',
    'How many objectives and how many practices are there in COBIT 2019?',
  )
  expect(lead).toContain('40 objectives')
  expect(lead).toContain('231 practices')
  expect(await leadOf('cobit-2019', 'How many practices are there in COBIT 2019?')).not.toContain(
    '40 objectives',
  )
})

test('the point of a named article that the question speaks of stands behind it', async () => {
  const answer = await composer.compose(pick(registry, 'nis2'), [
    { role: 'user', content: 'In which letter of NIS2 Art. 21 is MFA?' },
  ])
  expect([...answer.matchAll(/^- \*\*(Art\. \S+)/gm)].map(([, id]) => id)).toEqual([
    'Art. 21',
    'Art. 21(2)(j)',
  ])
})

test('only a control that carries the answer says where it stands; others that were found are worth knowing', async () => {
  const answer = await composer.compose(pick(registry, 'cobit-2019'), [
    { role: 'user', content: 'How many practices are there in COBIT 2019?' },
  ])
  expect(answer).not.toContain('Where it stands:')
  const clock = await composer.compose(pick(registry, 'gdpr'), [
    { role: 'user', content: 'How fast must a breach be reported to the authority under the GDPR?' },
  ])
  expect(clock).toMatch(/Where it stands:\n\n- \*\*Art\. 33/)
})

test('a control that speaks of half of a question gives it no yes or no', async () => {
  expect(await leadOf('mica', 'Is a pentest mandatory under MiCA?')).not.toMatch(/Yes\.|No\.|It depends\./)
})
