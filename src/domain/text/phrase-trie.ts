import { isNumber, tokenize, type TextToken } from './tokens.ts'

/** A word of a phrase, behind those before it. There are tens of thousands, so they are small: most have one next word or none. */
interface Node<T> {
  readonly word: string
  values: readonly T[]
  only: Node<T> | undefined
  /** In place of `only`, where there are several. */
  next: Map<string, Node<T>> | undefined
  /** What may stand before the word: bits of `BEFORE`. */
  before: number
}

/**
 * What a phrase has before a word itself: a dot and a space, as "Art. 33" does, or a comma, as "Law 13,709" does. Or nothing in every
 * phrase, where a letter hangs on a number: "800-53A" is not "800-53 a".
 */
const BEFORE = { stop: 1, hard: 2, glued: 4 } as const

/** What a word stands for that ends no phrase. */
const NOTHING: readonly never[] = []

function newNode<T>(word: string, before: number): Node<T> {
  return { word, values: NOTHING, only: undefined, next: undefined, before }
}

function childOf<T>({ only, next }: Node<T>, word: string): Node<T> | undefined {
  if (next) return next.get(word)
  return only?.word === word ? only : undefined
}

function addChild<T>(node: Node<T>, child: Node<T>): void {
  if (node.next) node.next.set(child.word, child)
  else if (node.only) {
    node.next = new Map([
      [node.only.word, node.only],
      [child.word, child],
    ])
    node.only = undefined
  } else node.only = child
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
  readonly #root = newNode<T>('', 0)
  /** One list for all phrases that stand for the same alone. */
  readonly #alone = new Map<T, readonly T[]>()
  #longest = 0

  add(phrase: string | readonly TextToken[], value: T): void {
    const tokens = typeof phrase === 'string' ? tokenize(phrase) : phrase
    let node = this.#root
    for (const { text, gap } of tokens) {
      const glued = gap === 'none' && /^\p{L}$/u.test(text)
      let child = childOf(node, text)
      if (!child) {
        child = newNode(text, glued ? BEFORE.glued : 0)
        addChild(node, child)
      }
      if (gap === 'stop') child.before |= BEFORE.stop
      if (gap === 'hard' && node !== this.#root) child.before |= BEFORE.hard
      if (!glued) child.before &= ~BEFORE.glued
      node = child
    }
    if (node !== this.#root && !node.values.includes(value)) {
      node.values = node.values.length === 0 ? this.#only(value) : [...node.values, value]
    }
    this.#longest = Math.max(this.#longest, tokens.length)
  }

  #only(value: T): readonly T[] {
    const known = this.#alone.get(value)
    if (known) return known
    const values = [value]
    this.#alone.set(value, values)
    return values
  }

  /** Words of the longest phrase. */
  get longest(): number {
    return this.#longest
  }

  /** Every longest phrase of the text, from left to right, without overlaps. */
  find(tokens: readonly TextToken[], meter?: Meter): PhraseMatch<T>[] {
    const matches: PhraseMatch<T>[] = []
    let at = 0
    while (at < tokens.length) {
      const match = this.longestAt(tokens, at, tokens.length, meter)
      if (match) matches.push(match)
      at = match ? match.to : at + 1
    }
    return matches
  }

  /** Every phrase at every place, overlaps included: for signals, where one phrase must not hide another. */
  findAll(tokens: readonly TextToken[], meter?: Meter): PhraseMatch<T>[] {
    const matches: PhraseMatch<T>[] = []
    this.visitAll(tokens, (values, from, to) => matches.push({ values, from, to }), meter)
    return matches
  }

  /** The same, given one by one. */
  visitAll(
    tokens: readonly TextToken[],
    visit: (values: readonly T[], from: number, to: number) => void,
    meter?: Meter,
  ): void {
    for (let from = 0; from < tokens.length; from += 1) {
      let node: Node<T> | undefined = this.#root
      for (let at = from; at < tokens.length; at += 1) {
        if (meter) meter.steps += 1
        node = next(node, tokens, from, at)
        if (!node) break
        if (node.values.length > 0) visit(node.values, from, at + 1)
      }
    }
  }

  /** The longest phrase that begins at one token, of those that end before `end`. */
  longestAt(
    tokens: readonly TextToken[],
    from: number,
    end = tokens.length,
    meter?: Meter,
  ): PhraseMatch<T> | undefined {
    let node: Node<T> | undefined = this.#root
    let values: readonly T[] = NOTHING
    let to = from
    for (let at = from; at < end; at += 1) {
      if (meter) meter.steps += 1
      node = next(node, tokens, from, at)
      if (!node) break
      if (node.values.length === 0) continue
      values = node.values
      to = at + 1
    }
    return to > from ? { values, from, to } : undefined
  }

  /** Length of the longest phrase that begins at a place, in tokens; 0 for none. Asks for no more tokens than it needs. */
  lengthAt(tokenAt: (place: number) => TextToken | undefined, from: number, meter?: Meter): number {
    let node = this.#root
    let longest = 0
    let first: TextToken | undefined
    let before: TextToken | undefined
    for (let at = from; node === this.#root || node.only || node.next; at += 1) {
      if (meter) meter.steps += 1
      const token = tokenAt(at)
      const child = token && childOf(node, token.text)
      if (!child || (first && before && !joins(first, before, token, child))) break
      node = child
      first ??= token
      before = token
      if (node.values.length > 0) longest = at + 1 - from
    }
    return longest
  }

  /** What a phrase given word by word stands for. */
  exact(words: readonly string[]): readonly T[] {
    let node: Node<T> | undefined = this.#root
    for (const word of words) node = node && childOf(node, word)
    return node?.values ?? []
  }
}

/** Where the phrase that began with the token `from` goes on with the one at `at`. */
function next<T>(node: Node<T>, tokens: readonly TextToken[], from: number, at: number): Node<T> | undefined {
  const token = tokens[at]
  const child = token && childOf(node, token.text)
  if (!child || at === from) return child
  const [first, before] = [tokens[from], tokens[at - 1]]
  return first && before && joins(first, before, token, child) ? child : undefined
}

/**
 * Whether a token goes on with the phrase that began with the first, behind the one before. In a phrase of numbers only, white space
 * alone joins nothing: `800-53` and `2022 / 2555` are names, `800 53` is not.
 */
function joins(
  first: TextToken,
  before: TextToken,
  token: TextToken,
  { before: marks }: Pick<Node<unknown>, 'before'>,
): boolean {
  if (token.gap === 'hard' && (marks & BEFORE.hard) === 0) return false
  if (token.gap === 'stop' && (marks & BEFORE.stop) === 0) return false
  if (token.gap === 'space' && (marks & BEFORE.glued) !== 0) return false
  return !(isNumber(first) && isNumber(before) && isNumber(token) && token.between.trim() === '')
}
