import type { Detector } from '../detection/detector.ts'
import type { ControlEntry, Framework } from '../registry/framework.ts'
import type { Registry } from '../registry/registry.ts'
import { tokenize } from '../text/tokens.ts'
import { inTurns } from '../text/turns.ts'
import { ControlPostings, type Span } from './control-postings.ts'
import { questionTerms, SHORTEST_BEGINNING, type QuestionTerms } from './question-terms.ts'
import type { Thesaurus } from './thesaurus.ts'

/** A control that speaks of a query. */
export interface ControlHit {
  framework: Framework
  control: ControlEntry
  /** How much, against other hits of any framework; ids come first. */
  score: number
}

export interface ControlQuery {
  /** Words in any of the thesaurus' languages, or ids. */
  text: string
  /** Where to look; everywhere, where it is empty. */
  frameworks: readonly Framework[]
  /** The framework's own part that holds the control, as it is written. */
  group?: string | undefined
}

/** Where everything is searched, a control that scores below this part of the best one is left out. */
const NEAR_BEST = 0.2

/** More hits than this are not told apart. */
export const HITS_MAX = 500

/** A query for an id with fewer words beside it asks for that id alone. */
const WORDS_BESIDE_ID = 3

/** What an id in the query adds: more than any words can. */
const NAMED = 100

/** What it adds that the query writes the id as the framework does: `03.01.01`, not `3.1.1`. */
const WRITTEN_SO = 1

/** Of frameworks that share an id, the one that is told most deeply comes first: the others have taken it over. */
const IN_DEPTH = 0.5

/** A framework that the query names comes before others. */
const IN_NAMED_FRAMEWORK = 2.5

/** A word that goes on ("encrypt" in "encryption") says less than the word itself, and only so many do. */
const LONGER = 0.4
const LONGER_MAX = 40

/** Of a query with several words, how much one that holds a single one of them keeps. */
const SINGLE_WORD = 0.4

/** Finds controls over all frameworks by one index, so that the scores of different frameworks can be compared. */
export class ControlSearch {
  readonly #registry: Registry
  readonly #detector: Detector
  readonly #thesaurus: Thesaurus
  readonly #read: () => Promise<Uint8Array>
  #postings: Promise<ControlPostings> | undefined
  /** Where each framework's controls begin among all. */
  readonly #starts = new Map<Framework, number>()

  /** `read` gives the bytes that `buildPostings` made of the registry; it is called once, with the first query. */
  constructor(
    registry: Registry,
    {
      detector,
      thesaurus,
      read,
    }: { detector: Detector; thesaurus: Thesaurus; read: () => Promise<Uint8Array> },
  ) {
    this.#registry = registry
    this.#detector = detector
    this.#thesaurus = thesaurus
    this.#read = read
    let start = 0
    for (const framework of registry.frameworks) {
      this.#starts.set(framework, start)
      start += framework.controlIds.length
    }
  }

  /** At most `HITS_MAX` hits, best first; the same query gives the same hits in the same order. */
  async find({ text, frameworks, group }: ControlQuery): Promise<ControlHit[]> {
    const [postings, { detections }] = await Promise.all([
      this.#prepared(),
      this.#detector.detect([{ role: 'user', content: text }]),
      inTurns(this.#thesaurus.preparing()),
    ])
    const named = postings.named(tokenize(text))
    const terms = questionTerms(named.rest, NO_GLOSSARY, this.#thesaurus)
    const onlyIds = named.controls.size > 0 && terms.own.size < WORDS_BESIDE_ID
    const among = frameworks.length > 0 ? this.#registry.inOrder(frameworks) : this.#registry.frameworks
    const scores = new Float32Array(postings.size)
    if (!onlyIds) for (const span of this.#spansOf(among)) score(scores, postings, terms, span)
    for (const control of named.controls) scores[control] = (scores[control] ?? 0) + NAMED
    for (const { framework } of detections) this.#scale(scores, framework, IN_NAMED_FRAMEWORK)
    if (group !== undefined) this.#keepGroup(scores, among, group)
    const least = leastOf(scores, frameworks.length > 0 ? 0 : NEAR_BEST)
    return among
      .flatMap((framework) => this.#hitsIn(framework, scores, least))
      .map((hit) => ({ ...hit, score: hit.score + ofNamed(hit, text) }))
      .sort((a, b) => b.score - a.score)
      .slice(0, HITS_MAX)
  }

  async #prepared(): Promise<ControlPostings> {
    this.#postings ??= this.#read().then((bytes) => new ControlPostings(bytes))
    return this.#postings
  }

  /** Where the controls of the frameworks stand; in one where they are all there are. */
  #spansOf(frameworks: readonly Framework[]): Span[] {
    if (frameworks.length === this.#registry.frameworks.length) return [{ start: 0, end: Infinity }]
    return frameworks.map((framework) => {
      const start = this.#starts.get(framework) ?? 0
      return { start, end: start + framework.controlIds.length }
    })
  }

  #scale(scores: Float32Array, framework: Framework, factor: number): void {
    const start = this.#starts.get(framework) ?? 0
    for (let at = start; at < start + framework.controlIds.length; at += 1)
      scores[at] = (scores[at] ?? 0) * factor
  }

  #keepGroup(scores: Float32Array, frameworks: readonly Framework[], group: string): void {
    for (const framework of frameworks) {
      const start = this.#starts.get(framework) ?? 0
      for (const [place, control] of framework.controls.entries())
        if (!isInGroup(control, group)) scores[start + place] = 0
    }
  }

  #hitsIn(framework: Framework, scores: Float32Array, least: number): ControlHit[] {
    const start = this.#starts.get(framework) ?? 0
    const hits: ControlHit[] = []
    for (let at = start; at < start + framework.controlIds.length; at += 1) {
      const score = scores[at] ?? 0
      if (score < least) continue
      const control = framework.controls[at - start]
      if (control) hits.push({ framework, control, score })
    }
    return hits
  }
}

const NO_GLOSSARY: ReadonlyMap<string, readonly string[]> = new Map()

/** What else speaks for a control that the query names. */
function ofNamed({ framework, control, score: scored }: ControlHit, text: string): number {
  if (scored < NAMED) return 0
  return (text.includes(control.id) ? WRITTEN_SO : 0) + (framework.supportLevel === 'deep' ? IN_DEPTH : 0)
}

/** Whether a control stands in a part, written in any case. */
export function isInGroup({ group: own }: Pick<ControlEntry, 'group'>, group: string): boolean {
  return own.toLowerCase() === group.trim().toLowerCase()
}

/** A control that scores below this part of the best one does not speak of the query; nor does one behind the last that is told. */
function leastOf(scores: Float32Array, nearBest: number): number {
  const sorted = scores.toSorted()
  const [best = 0, last = 0] = [sorted.at(-1), sorted.at(-HITS_MAX)]
  return Math.max(best * nearBest, last, Number.MIN_VALUE)
}

/** Adds what the query's words say for each control of a span; of several words, all count more than one that comes often. */
function score(
  scores: Float32Array,
  postings: ControlPostings,
  { own, translated, weights }: QuestionTerms,
  span: Span,
): void {
  const words = new Uint8Array(scores.length)
  for (const [term, weight] of weights) {
    const said = Number(own.has(term) || translated.has(term))
    postings.each(
      term,
      (control, impact) => {
        scores[control] = (scores[control] ?? 0) + weight * impact
        words[control] = (words[control] ?? 0) + said
      },
      span,
    )
    if (!own.has(term) || term.length < SHORTEST_BEGINNING) continue
    const add = (control: number, impact: number): void => {
      scores[control] = (scores[control] ?? 0) + weight * LONGER * impact
    }
    postings.eachLonger(term, LONGER_MAX, add, span)
  }
  const asked = Math.max(own.size, translated.size)
  if (asked < 2) return
  const end = Math.min(span.end, scores.length)
  for (let control = span.start; control < end; control += 1) {
    const share = Math.min(1, (words[control] ?? 0) / asked)
    scores[control] = (scores[control] ?? 0) * (SINGLE_WORD + (1 - SINGLE_WORD) * share)
  }
}
