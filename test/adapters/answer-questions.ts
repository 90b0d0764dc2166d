import { readFileSync } from 'node:fs'
import { EntrySearch } from '../../src/adapters/builtin/entry-search.ts'
import type { Registry } from '../../src/domain/registry/registry.ts'

/** A question to one framework, and the ids that an expert would answer with. */
interface Question {
  question: string
  framework: string
  ids: readonly string[]
}

export const SETS = ['plain', 'everyday', 'languages'] as const

export interface Answered {
  questions: number
  /** How many have a right id among the first three found. */
  right: number
  misses: { question: string; wanted: readonly string[]; found: readonly string[] }[]
}

/** What the search of the built-in responder finds for a set of questions, written by others without sight of it. */
export function answer(registry: Registry, set: (typeof SETS)[number]): Answered {
  const file = new URL(`answers/${set}.json`, import.meta.url)
  const questions = JSON.parse(readFileSync(file, 'utf8')) as Question[]
  const misses = questions.flatMap(({ question, framework: id, ids }) => {
    const framework = registry.get(id)
    if (!framework) throw new Error(`no framework ${id}`)
    const { controls } = new EntrySearch(framework).find(question, { controls: 3, notes: 0 })
    const found = controls.slice(0, 3).map((control) => control.id)
    return found.some((one) => ids.includes(one)) ? [] : [{ question, wanted: ids, found }]
  })
  return { questions: questions.length, right: questions.length - misses.length, misses }
}
