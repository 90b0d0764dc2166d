import type { Framework } from '../registry/framework.ts'

/** So many are told. */
const MOST = 3

/** Written like an abbreviation: other words may be anything. */
const ABBREVIATED = /\p{Lu}.*\p{Lu}|\p{Lu}.*\p{N}/u

/** A framework that a text may mean, by a name that means other things too. */
export interface PerhapsMeant {
  framework: Framework
  written: string
}

/** What may be meant where no framework is sure: "What is DORA?" names an act of the EU or a set of metrics. */
export function perhapsMeant(frameworks: readonly Framework[], text: string): PerhapsMeant[] {
  // Who writes no capitals at all writes none in an abbreviation.
  const small = !/\p{Lu}/u.test(text)
  return frameworks
    .flatMap((framework) => {
      const written = [framework.name, ...framework.ambiguousNames]
        .filter((name) => ABBREVIATED.test(name) && standsIn(text, small ? name.toLowerCase() : name))
        .toSorted((a, b) => b.length - a.length)
        .at(0)
      return written === undefined ? [] : [{ framework, written }]
    })
    .slice(0, MOST)
}

/** Whether a name stands in a text as it is written, not within a longer word. */
function standsIn(text: string, name: string): boolean {
  const at = text.indexOf(name)
  const beside = /[\p{L}\p{N}]/u
  return at >= 0 && !beside.test(text[at - 1] ?? ' ') && !beside.test(text[at + name.length] ?? ' ')
}
