import { readdirSync, readFileSync } from 'node:fs'
import { findMentions } from '../../../src/domain/detection/find-mentions.ts'
import type { Lexicon } from '../../../src/domain/detection/lexicon.ts'

/** A text with the frameworks that a careful reader finds named in it; none for a trap. */
export interface LabelledCase {
  kind: string
  text: string
  expect: readonly string[]
}

const DIRECTORY = new URL('cases/', import.meta.url)

/** The texts that names and rules are worked on with. */
export function workedOnCases(): LabelledCase[] {
  return casesIn(DIRECTORY)
}

/** The texts that are measured and never looked at: written by others, without sight of the detector or its names. */
export function keptAsideCases(): LabelledCase[] {
  return casesIn(new URL('kept-aside/', DIRECTORY))
}

function casesIn(directory: URL): LabelledCase[] {
  return readdirSync(directory)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .flatMap((name) => JSON.parse(readFileSync(new URL(name, directory), 'utf8')) as LabelledCase[])
}

export interface Score {
  cases: number
  traps: number
  precision: number
  recall: number
  f1: number
  wrong: { kind: string; text: string; missed: string[]; falseAlarms: string[] }[]
}

/** Precision and recall over framework ids, with every text that is read wrongly. */
export function score(lexicon: Lexicon, cases: readonly LabelledCase[]): Score {
  let right = 0
  let wanted = 0
  let given = 0
  const wrong: Score['wrong'] = []
  for (const { kind, text, expect } of cases) {
    const found = [...new Set(findMentions(lexicon, text).map(({ framework }) => framework.id))]
    const missed = expect.filter((id) => !found.includes(id))
    const falseAlarms = found.filter((id) => !expect.includes(id))
    right += found.length - falseAlarms.length
    wanted += expect.length
    given += found.length
    if (missed.length + falseAlarms.length > 0) wrong.push({ kind, text, missed, falseAlarms })
  }
  const precision = given === 0 ? 1 : right / given
  const recall = wanted === 0 ? 1 : right / wanted
  const f1 = precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall)
  return {
    cases: cases.length,
    traps: cases.filter(({ expect }) => expect.length === 0).length,
    precision,
    recall,
    f1,
    wrong,
  }
}
