import type { Meter } from '../text/phrase-trie.ts'
import type { TextToken } from '../text/tokens.ts'
import { isPart } from './id-part.ts'

/** Words in front of several ids, of which only the first has the word: "Articles 13, 14 and 55". */
const HEADS = new Set(
  [
    'articles arts artt artikeln articulos articoli artigos sections secs ss paragraphs paras rules recitals annexes anhange anhangen anexos allegati bijlagen apps',
    'clauses controls requirements reqs safeguards principles goals practices criteria measures anforderungen kontrollen exigences mesures controle controles requisitos requisiti clausulas clausole medidas misure controlli',
    'eisen maatregelen beheersmaatregelen wymagania wymagan massnahmen abschnitte abschnitten kapitel kapiteln kriterien kontrollpunkte',
  ].flatMap((words) => words.split(' ')),
)

/** Words in front of one id, and in front of several as well where nothing else follows: "Art. 13, 14 und 15 DSGVO", not "Art. 33 and 3 days". */
const LOOSE_HEADS = new Set(
  'art article artikel articulo articolo artigo section clause control requirement safeguard principle goal practice criterion measure paragraph para rule recital annex'.split(
    ' ',
  ),
)

/** What may follow the last id of a list and tells whose it is: "of the GDPR", "der DSGVO", "du RGPD". */
const OF = new Set('of der des dem du de del della do da'.split(' '))

/** What stands before the last of several. */
const CONJUNCTIONS = new Set('and or to through und oder bis et ou'.split(' '))

/** The same in words that are a letter, between spaces: "articoli 5 e 12". */
const AND_LETTERS = new Set('y e o i'.split(' '))

/** Between two of them: "Articles 28(2), 30". */
const LIST_COMMA = /^\)?,\s*$/

/** Tokens that a list may have before one of its ids. */
const LIST_MAX = 30

/**
 * Finds where the lists of a text begin: at "Articles" for 55 in "Articles 13, 14 and 55". A text is read from its start to its
 * end, so what was seen for one number is kept for the next: a list is walked once, not anew for each of its numbers.
 */
export class ListHeads {
  readonly #tokens: readonly TextToken[]
  readonly #meter: Meter
  /** The place asked for last, and the head before it. */
  #asked = -1
  #head: number | undefined
  /** A stretch of tokens that a list may go on with: from the first to the one before the last. */
  #from = 0
  #to = 0

  constructor(tokens: readonly TextToken[], meter: Meter) {
    this.#tokens = tokens
    this.#meter = meter
  }

  /** Where the list begins that a number goes on with; `undefined` if it goes on with none. */
  of(place: number): number | undefined {
    const [before, first] = [this.#tokens[place - 1], this.#tokens[place]]
    if (!before || !first) return undefined
    const goesOn = LIST_COMMA.test(first.between) || CONJUNCTIONS.has(before.text)
    if (!goesOn && !(AND_LETTERS.has(before.text) && first.between === ' ' && before.between === ' '))
      return undefined
    const head = this.#before(place)
    if (head === undefined || place - head > LIST_MAX) return undefined
    return HEADS.has(this.#tokens[head]?.text ?? '') || this.#isClosed(place) ? head : undefined
  }

  /** The nearest head that nothing but the list stands behind, looked for as far back as a list may reach. */
  #before(place: number): number | undefined {
    let head: number | undefined
    for (let at = place; at > 0 && place - at < LIST_MAX; at -= 1) {
      this.#meter.steps += 1
      if (at === this.#asked) {
        head = this.#head
        break
      }
      const [before, token] = [this.#tokens[at - 1], this.#tokens[at]]
      if (!before || !token) break
      if (HEADS.has(before.text) || LOOSE_HEADS.has(before.text)) {
        head = at - 1
        break
      }
      if (!isWithin(token) || !isMember(before)) break
    }
    this.#asked = place
    this.#head = head
    return head
  }

  /** Whether a list that goes on at a number ends with its sentence, or with whose ids they are. */
  #isClosed(place: number): boolean {
    if (place + 1 < this.#from || place + 1 > this.#to) this.#to = place + 1
    this.#from = place + 1
    for (let token = this.#tokens[this.#to]; this.#to <= place + LIST_MAX; token = this.#tokens[this.#to]) {
      this.#meter.steps += 1
      if (!token || !isWithin(token)) return true
      if (!isMember(token)) return token.gap === 'hard' || token.capitals || OF.has(token.text)
      this.#to += 1
    }
    return false
  }
}

/** Whether the gap before a token may stand within a list. */
function isWithin({ gap, between }: TextToken): boolean {
  return gap !== 'stop' && (gap !== 'hard' || LIST_COMMA.test(between))
}

function isMember(token: TextToken): boolean {
  return isPart(token) || CONJUNCTIONS.has(token.text)
}
