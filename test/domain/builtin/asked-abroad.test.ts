import { expect, test } from 'vitest'
import { AnswerComposer } from '../../../src/domain/builtin/compose-answer.ts'
import { speechOf } from '../../../src/domain/builtin/speech/speech.ts'
import { languageOf, type Language } from '../../../src/domain/text/language.ts'
import { realRegistry, realSearches } from '../real-registry.ts'

const registry = await realRegistry()
/** Thousands of questions take their time on a busy machine. */
const HANG_MS = 600_000

const composer = new AnswerComposer(registry, await realSearches())

/** Languages that the data is asked in, and in which a question is read as its words stand. */
const ABROAD: ReadonlySet<Language> = new Set(['de', 'fr', 'es', 'it', 'pt', 'nl', 'pl'])

/** What stands at the beginning of an answer. */
const BEGINNING = 1_000

/** So many letters of a quotation tell it from the others. */
const TOLD_BY = 60

const plain = (text: string): string => text.replaceAll(/[*_\s]+/g, ' ').toLowerCase()

test(
  'what the data asks in other languages is answered by what it is asked of, with its verdict',
  async () => {
    const lost: string[] = []
    let asked = 0
    for (const framework of registry.frameworks) {
      const { facts, deadlines, rulings } = framework.data
      for (const item of [...facts, ...deadlines, ...rulings]) {
        for (const content of (item.asked ?? []).filter((question) => ABROAD.has(languageOf(question)))) {
          asked += 1
          const ask = [
            { role: 'user' as const, content: `${framework.name}: ${content.replace(/\?*$/, '?')}` },
          ]
          const composed = await composer.compose([framework], ask)
          const answer = plain(composed.slice(composed.indexOf('## '))).slice(0, BEGINNING)
          const verdict = 'verdict' in item ? plain(speechOf(languageOf(content))[item.verdict]) : ''
          const parts = [plain(item.says).slice(0, TOLD_BY), verdict]
          if (parts.some((part) => answer.indexOf(part) < 0)) lost.push(`${framework.id}: ${content}`)
        }
      }
    }
    expect(asked).toBeGreaterThan(3_000)
    expect(lost.length / asked > 0.03 ? lost : []).toEqual([])
  },
  HANG_MS,
)
