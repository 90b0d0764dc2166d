import { isNumber, tokenize, type TextToken } from './tokens.ts'

interface Node<T> {
  /** Most nodes are the end of their phrase, and have none. */
  next: Map<string, Node<T>> | undefined
  values: T[]
  /** Whether a phrase has a dot and a space before this token itself, as "Art. 33" does, or a comma, as "Law 13,709" does. */
  afterStop: boolean
  afterHard: boolean
  /** Whether this letter hangs on the number before it in every phrase: "800-53A" is not "800-53 a". */
  glued: boolean
}

/** One phrase found in a text: what it stands for, and the tokens it covers. */
export interface PhraseMatch<T> {
  values: readonly T[]
  /** Index of the first token, and the index after the last. */
  from: number
  to: number
}

/** Counts look-ups, so that a test can hold the matcher to linear work without measuring time. */
export interface Meter {
  steps: number
}

/**
 * Phrases as a trie over tokens. A look-up walks the text once and takes the longest phrase at each place, so that
 * "UK GDPR" is not also "GDPR". Work is bounded by tokens times the longest phrase (a constant of the registry).
 */
export class PhraseTrie<T> {
  readonly #root: Node<T> = {
    next: undefined,
    values: [],
    afterStop: false,
    afterHard: false,
    glued: false,
  }
  #longest = 0

  add(phrase: string | readonly TextToken[], value: T): void {
    const tokens = typeof phrase === 'string' ? tokenize(phrase) : phrase
    let node = this.#root
    for (const { text, gap } of tokens) {
      const glued = gap === 'none' && /^\p{L}$/u.test(text)
      node.next ??= new Map()
      let child = node.next.get(text)
      if (!child) {
        child = { next: undefined, values: [], afterStop: false, afterHard: false, glued }
        node.next.set(text, child)
      }
      child.afterStop ||= gap === 'stop'
      child.afterHard ||= gap === 'hard' && node !== this.#root
      child.glued &&= glued
      node = child
    }
    if (node !== this.#root && !node.values.includes(value)) node.values.push(value)
    this.#longest = Math.max(this.#longest, tokens.length)
  }

  /** Words of the longest phrase. */
  get longest(): number {
    return this.#longest
  }

  /** The words that phrases begin with: whether one is a phrase by itself, and the words that may follow it. */
  *openings(): Generator<{ word: string; whole: boolean; seconds: Iterable<string> }> {
    for (const [word, { values, next }] of this.#root.next ?? []) {
      yield { word, whole: values.length > 0, seconds: next?.keys() ?? [] }
    }
  }

  /** The words of all phrases; one may come several times. */
  *words(): Generator<string> {
    const open = [this.#root]
    for (let node = open.pop(); node; node = open.pop()) {
      for (const [word, child] of node.next ?? []) {
        yield word
        open.push(child)
      }
    }
  }

  /** Every longest phrase of the text, from left to right, without overlaps. */
  find(tokens: readonly TextToken[], meter?: Meter): PhraseMatch<T>[] {
    const matches: PhraseMatch<T>[] = []
    let at = 0
    while (at < tokens.length) {
      const match = this.#allAt(tokens, at, meter).at(-1)
      if (match) matches.push(match)
      at = match ? match.to : at + 1
    }
    return matches
  }

  /** Every phrase at every place, overlaps included: for signals, where one phrase must not hide another. */
  findAll(tokens: readonly TextToken[], meter?: Meter): PhraseMatch<T>[] {
    return tokens.flatMap((_, from) => this.#allAt(tokens, from, meter))
  }

  /** The longest phrase that begins at one token, of those that end before `end`. */
  longestAt(tokens: readonly TextToken[], at: number, end = tokens.length): PhraseMatch<T> | undefined {
    return this.#allAt(tokens, at, undefined, end).at(-1)
  }

  /** Length of the longest phrase that the tokens begin with, in tokens; 0 for none. Takes no more of them than it needs. */
  lengthAt(tokens: Iterable<TextToken>, meter?: Meter): number {
    let [node, length, longest] = [this.#root, 0, 0]
    let first: TextToken | undefined
    let before: TextToken | undefined
    for (const token of tokens) {
      if (meter) meter.steps += 1
      const child = node.next?.get(token.text)
      if (!child || (first && before && !joins(first, before, token, child))) break
      node = child
      first ??= token
      before = token
      length += 1
      if (node.values.length > 0) longest = length
      if (!node.next) break
    }
    return longest
  }

  /** What a phrase given word by word stands for. */
  exact(words: readonly string[]): readonly T[] {
    let node: Node<T> | undefined = this.#root
    for (const word of words) node = node?.next?.get(word)
    return node?.values ?? []
  }

  /** The phrases that begin at one token, shortest first. */
  #allAt(
    tokens: readonly TextToken[],
    from: number,
    meter: Meter | undefined,
    end = tokens.length,
  ): PhraseMatch<T>[] {
    const matches: PhraseMatch<T>[] = []
    let node = this.#root
    for (let at = from; at < end; at += 1) {
      if (meter) meter.steps += 1
      const [first, before, token] = [tokens[from], tokens[at - 1], tokens[at]]
      const child = token && node.next?.get(token.text)
      if (!child || (at > from && first && before && !joins(first, before, token, child))) break
      node = child
      if (node.values.length > 0) matches.push({ values: node.values, from, to: at + 1 })
    }
    return matches
  }
}

/**
 * Whether a token goes on with the phrase that began with the first, behind the one before. In a phrase of numbers only, white space alone joins nothing:
 * `800-53` and `2022 / 2555` are names, `800 53` is not.
 */
function joins(
  first: TextToken,
  before: TextToken,
  token: TextToken,
  { afterStop, afterHard, glued }: Pick<Node<unknown>, 'afterStop' | 'afterHard' | 'glued'>,
): boolean {
  if ((token.gap === 'hard' && !afterHard) || (token.gap === 'stop' && !afterStop)) return false
  if (glued && token.gap === 'space') return false
  return !(isNumber(first) && isNumber(before) && isNumber(token) && token.between.trim() === '')
}
