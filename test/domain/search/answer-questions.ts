import { readFileSync } from 'node:fs'
import type { Searches } from '../../../src/domain/search/searches.ts'
import type { Framework } from '../../../src/domain/registry/framework.ts'
import type { Registry } from '../../../src/domain/registry/registry.ts'

/** A question to one framework, and the ids that an expert would answer with. */
export interface Question {
  question: string
  framework: string
  ids: readonly string[]
}

/** The kinds of question, with how many of a hundred must find a right control among the first three. Those of tier two are on the later frameworks. */
export const AIMS = {
  plain: 95,
  everyday: 85,
  languages: 94,
  'tier-two-plain': 95,
  'tier-two-everyday': 80,
  'tier-two-languages': 90,
} as const
export type QuestionSet = keyof typeof AIMS
export const SETS = Object.keys(AIMS) as QuestionSet[]

/** Written by others without sight of the search: those it was worked on with, and those kept aside, unread. */
export function questionsOf(set: QuestionSet, keptAside = false): Question[] {
  const file = new URL(`answers/${keptAside ? 'kept-aside/' : ''}${set}.json`, import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8')) as Question[]
}

export interface Answered {
  questions: number
  /** How many have a right id among the first three found. */
  right: number
  misses: (Question & { found: readonly string[] })[]
}

/** What the search of the built-in responder finds. */
export function answer(registry: Registry, searches: Searches, questions: readonly Question[]): Answered {
  const misses = questions.flatMap((asked) => {
    const framework = frameworkOf(registry, asked)
    const { controls } = searches.of(framework).find(asked.question, { controls: 3, notes: 0 })
    const found = controls.slice(0, 3).map((control) => control.id)
    return found.some((id) => asked.ids.includes(id)) ? [] : [{ ...asked, found }]
  })
  return { questions: questions.length, right: questions.length - misses.length, misses }
}

export function frameworkOf(registry: Registry, { framework: id }: Question): Framework {
  const framework = registry.get(id)
  if (!framework) throw new Error(`no framework ${id}`)
  return framework
}
