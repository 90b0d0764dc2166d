import { isNumber, type TextToken } from '../text/tokens.ts'
import type { ReadText } from './read-text.ts'
import { readParts, type SplitId } from './written-id.ts'

/** A framework with so many codes of one shape might have any other of that shape; with fewer, others are of something else. */
const STEMS_LEAST = 4

/** No id has a longer first number behind a code. */
const DIGITS_MAX = 3

/** Codes in capitals of which a framework has several: the lengths of their words, and what stands before the number. */
interface CodeShape {
  lengths: readonly number[]
  border: string
  joints: Set<string>
  stems: Set<string>
  /** An id of this shape to write others by. */
  template: string
}

/** Reads codes of the shape of a framework's codes with letters that none of them has: `XX-3` beside `AC-2` and `SI-4`. */
export class CodeShapes {
  readonly #shapes = new Map<string, CodeShape>()

  /** Learns the shape of one of the framework's ids. */
  learn(id: string, { words, border, spaced, joints }: SplitId): void {
    if (spaced || !/^[-.]?$/.test(border) || !words.every((word) => id.includes(word.toUpperCase()))) return
    const lengths = words.map(({ length }) => length)
    const key = `${lengths.join(' ')}${border}`
    const shape = this.#shapes.get(key) ?? {
      lengths,
      border,
      joints: new Set<string>(),
      stems: new Set<string>(),
      template: id,
    }
    shape.stems.add(words.join(' '))
    for (const joint of joints) shape.joints.add(joint)
    this.#shapes.set(key, shape)
  }

  /** A code at a place whose letters no id of the framework has. */
  at(
    tokens: ReadText,
    from: number,
  ): { words: string[]; parts: string[]; length: number; template: string } | undefined {
    if (tokens[from]?.capitals !== true) return undefined
    for (const { lengths, border, joints, stems, template } of this.#shapes.values()) {
      tokens.meter.steps += 1
      if (stems.size < STEMS_LEAST) continue
      const words = tokens.slice(from, from + lengths.length)
      const next = tokens[from + lengths.length]
      if (!isOfShape(words, lengths) || !isNumber(next) || next?.between !== border) continue
      if (next.text.length > DIGITS_MAX) continue
      const { parts, length } = readParts(tokens, from + lengths.length, joints)
      return { words: words.map(({ text }) => text), parts, length: lengths.length + length, template }
    }
    return undefined
  }
}

function isOfShape(words: readonly TextToken[], lengths: readonly number[]): boolean {
  return lengths.every((length, index) => {
    const word = words[index]
    if (!word?.capitals || word.text.length !== length) return false
    return index === 0 ? word.gap !== 'none' : word.between === '.'
  })
}
