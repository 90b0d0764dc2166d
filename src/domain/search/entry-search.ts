import MiniSearch from 'minisearch'
import { languageOf } from '../text/language.ts'
import { tokenize } from '../text/tokens.ts'
import { readText } from '../references/read-text.ts'
import { ReferenceIndex } from '../references/reference-index.ts'
import type { ControlEntry, Framework, Note } from '../registry/framework.ts'
import { isOfNeighbour } from '../registry/knowledge-data.ts'
import { STEPS_A_TURN } from '../text/turns.ts'
import { OwnNames } from './own-names.ts'
import { passagesOf, type Passage } from './passages.ts'
import { turnOf } from './question-key.ts'
import { questionTerms, SHORTEST_BEGINNING, type QuestionTerms } from './question-terms.ts'
import { shareOf } from './question-words.ts'
import { NamedIdReader } from './named-ids.ts'
import { sectionIntents, type SectionIntent } from './section-intents.ts'
import { meaningful, meaningfulIn, stemOf, stems } from './stems.ts'
import type { Thesaurus } from './thesaurus.ts'
import { wordsOf } from './unspaced.ts'

/** What a module says on a question, best first. */
export interface Findings {
  controls: ControlEntry[]
  notes: Note[]
  /** The controls that the question names by id, in its order; they stand first among `controls`. */
  named: readonly ControlEntry[]
  /** What was searched for. */
  terms: QuestionTerms
  /** How much of what the question says its best control speaks of, from 0 to 1. */
  covers: number
}

/** The most of each that is found. */
export interface Limits {
  controls: number
  notes: number
}

interface Ranked {
  controls: ControlEntry[]
  notes: Note[]
  /** Every note that holds a word of the question, best first. */
  about: Note[]
  covers: number
}

/** Sections that serve as material for the prompt only. */
const NOT_QUOTED = new Set(['Mappings', 'Sources', 'Controls'])

/** Where a word counts: a control's title says more than its text; `asked` holds people's own words for it. */
const BOOST = { title: 2, asked: 2, text: 1, group: 1 }

/** A passage that scores below this part of the best one is not about the question. */
const NEAR_BEST = 0.25

/** Behind the first few, only what scores near the best one is worth a reader's time. */
const FIRST_FEW = 3
const AS_GOOD = 0.5

/** With so many words beside an id, a question asks for more than the id. */
const WORDS_BESIDE_ID = 3

/** Passages that are read in one turn of the event loop. */
const PASSAGES_A_TURN = 8

/**
 * Finds what one module says on a question: ids named in it first, then by BM25 over stems, with abbreviations spelt out by
 * the module's own glossary; and the bullets of a section that the question asks for by kind ("which deadlines").
 */
export class EntrySearch {
  readonly #framework: Framework
  readonly #controls: readonly ControlEntry[]
  readonly #notes: readonly Note[]
  readonly #index: MiniSearch<Passage>
  readonly #ids: NamedIdReader
  readonly #names: OwnNames
  readonly #glossary: ReadonlyMap<string, string[]>
  readonly #thesaurus: Thesaurus

  /** Finds nothing yet: `preparing` makes it ready. */
  constructor(framework: Framework, thesaurus: Thesaurus) {
    this.#framework = framework
    this.#thesaurus = thesaurus
    this.#controls = framework.controls
    this.#notes = framework.notes.filter(
      ({ section, text }) => !NOT_QUOTED.has(section) && !isOfNeighbour(framework.data, text),
    )
    this.#index = new MiniSearch({
      fields: ['title', 'asked', 'text', 'group'],
      tokenize: meaningful,
      processTerm: (term) => term,
      searchOptions: { boost: BOOST, tokenize: (text) => text.split(' ') },
    })
    this.#ids = new NamedIdReader(framework, this.#notes)
    this.#names = new OwnNames(framework)
    this.#glossary = glossary(framework.notes)
  }

  /** Reads the module, some milliseconds of work from one yield to the next. */
  *preparing(): Generator<void, void> {
    const meter = { steps: 0 }
    for (const made = ReferenceIndex.making(this.#framework, meter); made.next().done !== true;) {
      if (meter.steps < STEPS_A_TURN) continue
      meter.steps = 0
      yield
    }
    const passages = passagesOf(this.#framework, this.#notes)
    for (let at = 0; at < passages.length; at += PASSAGES_A_TURN) {
      this.#index.addAll(passages.slice(at, at + PASSAGES_A_TURN))
      yield
    }
  }

  /** Empty where nothing in the question speaks of the module's content. Finds controls that are `among` only, where such are given. */
  find(question: string, limits: Limits, among?: ReadonlySet<ControlEntry>): Findings {
    const tokens = tokenize(question)
    const named = this.#ids.read(readText(tokens))
    const language = languageOf(question)
    const withoutIds = this.#names.leftOut(named.rest)
    const spelt = this.#names.leftOut(tokens)
    const terms: QuestionTerms = {
      ...questionTerms(withoutIds, this.#glossary, this.#thesaurus, language),
      words: wordsOf(spelt),
      turn: turnOf(question, spelt),
      ...(named.rest.length < tokens.length && { withIds: meaningfulIn(language, spelt) }),
    }
    const ranked = this.#rank(terms, (control) => among?.has(control) !== false)
    const intents = sectionIntents(new Set([...stems(question), ...terms.translated]))
    const ofSection = this.#notesFor(intents, ranked.about, limits.notes * 2)
    const found = ofSection.length > 0 ? ofSection : ranked.notes.slice(0, limits.notes)
    const notes = [...new Set([...named.notes.slice(0, limits.notes), ...found])]
    // A question for an id alone is answered by that id, and by its point that the question speaks of; its neighbours would only distract.
    const ids = named.controls.length + named.notes.length > 0 || named.invented
    const controls = named.controls.filter((control) => among?.has(control) !== false)
    const unnamed = ranked.controls.filter((control) => !controls.includes(control))
    const points = unnamed.filter(({ id }) => controls.some((one) => isPointOf(id, one.id)))
    const others = ids && terms.own.size < WORDS_BESIDE_ID ? points : [...new Set([...points, ...unnamed])]
    const most = Math.max(limits.controls, Math.min(controls.length, limits.controls + 3))
    return {
      controls: [...controls, ...others].slice(0, most),
      notes,
      named: controls,
      terms,
      covers: ranked.covers,
    }
  }

  /** The bullets of the sections asked for: the fitting ones, if any are, best ranked first, told in the module's own order. */
  #notesFor(intents: readonly SectionIntent[], about: readonly Note[], most: number): Note[] {
    const rank = (note: Note): number => (about.includes(note) ? about.indexOf(note) : about.length)
    const asked = this.#notes.filter((note) =>
      intents.some((intent) => intent.section === note.section && (!intent.vague || about.includes(note))),
    )
    const fitting = asked.filter(({ section, text }) =>
      intents.some((intent) => intent.section === section && intent.fits?.test(text)),
    )
    const candidates = fitting.length > 0 ? fitting : asked
    const best = new Set(candidates.sort((a, b) => rank(a) - rank(b)).slice(0, most))
    return this.#notes.filter((note) => best.has(note))
  }

  #rank({ own, translated, weights }: QuestionTerms, wanted: (control: ControlEntry) => boolean): Ranked {
    const results = this.#index.search([...weights.keys()].join(' '), {
      combineWith: 'OR',
      boostTerm: (term) => weights.get(term) ?? 0,
      prefix: (term) => own.has(term) && term.length >= SHORTEST_BEGINNING,
      filter: ({ id }) => {
        const control = this.#controls[Number(id)]
        return control === undefined || wanted(control)
      },
    })
    const best = results[0]?.score ?? 0
    const near = results.filter(({ score }) => score >= best * NEAR_BEST)
    const controls = near.filter(({ id }) => Number(id) < this.#controls.length)
    const shown = controls.filter(({ score }, index) => index < FIRST_FEW || score >= best * AS_GOOD)
    const about = results.filter(({ queryTerms }) =>
      queryTerms.some((term) => own.has(term) || translated.has(term)),
    )
    const said = controls[0]?.queryTerms ?? []
    return {
      covers: Math.max(shareOf(own, said), shareOf(translated, said)),
      controls: shown.flatMap(({ id }) => this.#controls[Number(id)] ?? []),
      notes: near.flatMap(({ id }) => this.#notes[Number(id) - this.#controls.length] ?? []),
      about: about.flatMap(({ id }) => this.#notes[Number(id) - this.#controls.length] ?? []),
    }
  }
}

/** Whether an id is a point below another: `Art. 21(2)(j)` of `Art. 21`. */
function isPointOf(id: string, parent: string): boolean {
  return id.startsWith(parent) && /^[(.]/.test(id.slice(parent.length))
}

/** The module's one-word terms with what they stand for: `**DPO**: data protection officer (...)`. */
function glossary(notes: readonly Note[]): Map<string, string[]> {
  const terms = new Map<string, string[]>()
  for (const { section, text } of notes) {
    const match = /^- \*\*(\w+)\*\*: ([^;.(,:]{3,60})/.exec(text)
    if (section === 'Glossary' && match?.[1] && match[2])
      terms.set(stemOf(match[1].toLowerCase()), meaningful(match[2]))
  }
  return terms
}
