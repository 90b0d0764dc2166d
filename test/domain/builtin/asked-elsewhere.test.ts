import { expect, test } from 'vitest'
import { AnswerComposer } from '../../../src/domain/builtin/compose-answer.ts'
import { languageOf } from '../../../src/domain/text/language.ts'
import { pick, realRegistry, realSearches } from '../real-registry.ts'

const registry = await realRegistry()
const composer = new AnswerComposer(registry, await realSearches())

/** Languages that are told by their script or their letters, so that a short question is known to be one. */
const ELSEWHERE = new Set(['ar', 'ja', 'ko', 'tr', 'zh'])

/** What is looked at of an answer: its first sentences. */
const LEAD_LENGTH = 1_500

test.each([
  ['appi', 80],
  ['china-csl', 80],
  ['k-isms-p', 130],
  ['kvkk', 80],
  ['nca-ecc', 80],
  ['saudi-pdpl', 60],
])(
  '%s: the questions of its data in its own language are answered by what they are put to',
  async (id, least) => {
    const frameworks = pick(registry, id)
    const { facts, deadlines, rulings } = frameworks[0]?.data ?? { facts: [], deadlines: [], rulings: [] }
    const missed: string[] = []
    let count = 0
    for (const { asked = [], says } of [...facts, ...deadlines, ...rulings]) {
      for (const content of asked.filter((question) => ELSEWHERE.has(languageOf(question)))) {
        count += 1
        const answer = await composer.compose(frameworks, [{ role: 'user', content }])
        // The first letter of a quotation may be another.
        if (!answer.slice(0, LEAD_LENGTH).includes(says.slice(1, 40))) missed.push(content)
      }
    }
    expect(count).toBeGreaterThanOrEqual(least)
    expect(missed.length / count > 0.05 ? missed : []).toEqual([])
  },
)
