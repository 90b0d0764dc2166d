import { createHash } from 'node:crypto'
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

/** Every labelled text, from all files. */
export function labelledCases(): LabelledCase[] {
  return readdirSync(DIRECTORY)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .flatMap((name) => JSON.parse(readFileSync(new URL(name, DIRECTORY), 'utf8')) as LabelledCase[])
}

/** A third of the texts, by their hash, is never looked at while names and rules are worked on. */
export function isHeldOut({ text }: LabelledCase): boolean {
  return (createHash('sha256').update(text).digest()[0] ?? 0) % 3 === 0
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
