import MiniSearch from 'minisearch'
import { stemmer } from 'stemmer'
import { languageOf } from '../text/language.ts'
import { PhraseTrie } from '../text/phrase-trie.ts'
import { isNumber, tokenize, type TextToken } from '../text/tokens.ts'
import { CITED_BY } from '../references/number-reader.ts'
import { readText, type ReadText } from '../references/read-text.ts'
import { ReferenceIndex } from '../references/reference-index.ts'
import type { ControlEntry, Framework, Note } from '../registry/framework.ts'
import { isOfNeighbour } from '../registry/knowledge-data.ts'
import { STEPS_A_TURN } from '../text/turns.ts'
import { passagesOf, type Passage } from './passages.ts'
import { questionTerms, SHORTEST_BEGINNING, type QuestionTerms } from './question-terms.ts'
import { shareOf } from './statement-search.ts'
import { sectionIntents, type SectionIntent } from './section-intents.ts'
import { meaningful, stems } from './stems.ts'
import type { Thesaurus } from './thesaurus.ts'

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

/** The ids that a question names. */
interface NamedIds {
  controls: ControlEntry[]
  /** What the module tells of ids without an entry of their own: those of older editions. */
  notes: Note[]
  /** Whether one has the form of the framework's and does not exist. */
  invented: boolean
  /** The question's words that are no part of an id. */
  rest: TextToken[]
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

/** An id within an entry's text: letters and at least two numbers. */
const OLDER_ID = /\b[A-Z]{1,3}[.-]\d{1,3}(?:\.\d{1,3})+\b/g

/** An id of a letter and numbers, whose letter people leave out. */
const OF_ANNEX = /^[A-Z]\.(\d+(?:\.\d+)+)$/

/** What stands before a number that is a version or a score. */
const SCORED = new Set([
  'cvss',
  'score',
  'version',
  'v',
  'tls',
  'ssl',
  'php',
  'python',
  'ios',
  'android',
  'windows',
])

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
  readonly #ids = new PhraseTrie<ControlEntry>()
  readonly #byId: ReadonlyMap<string, ControlEntry>
  readonly #names = new PhraseTrie<true>()
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
    this.#byId = new Map(framework.controls.map((control) => [control.id, control]))
    for (const control of framework.controls) {
      // A whole number alone names nothing, even here.
      if (tokenize(control.id).length > 1) this.#ids.add(control.id, control)
      // Nor does people's number without the letter of its annex ("5.23"), where a clause has it.
      const number = OF_ANNEX.exec(control.id)?.[1]
      if (number !== undefined && !this.#byId.has(number)) this.#ids.add(number, control)
      // The numbers of older editions lead to the control that tells of them: "(2013: A.12.6.1)".
      for (const [older] of control.text.matchAll(OLDER_ID))
        if (!this.#byId.has(older)) this.#ids.add(older, control)
    }
    for (const phrase of ownNames(framework)) this.#names.add(phrase, true)
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
    const named = this.#namedIds(readText(tokenize(question)))
    const terms = questionTerms(
      this.#withoutNames(named.rest),
      this.#glossary,
      this.#thesaurus,
      languageOf(question),
    )
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

  /** The ids that stand in the question, in its order. */
  #namedIds(tokens: ReadText): NamedIds {
    const places: [number, ControlEntry][] = []
    const elsewhere = new Set<string>()
    let invented = false
    const covered = new Set<TextToken>()
    for (let at = 0; at < tokens.length;) {
      const cited = ReferenceIndex.of(this.#framework).at(tokens, at)
      const control = cited && this.#byId.get(cited.id)
      if (control) places.push([at, control])
      else if (cited?.known) elsewhere.add(cited.id)
      invented ||= cited?.known === false
      for (const token of tokens.slice(at, at + (cited?.length ?? 0))) covered.add(token)
      at += cited?.length ?? 1
    }
    for (const { from, to, control } of this.#bareIds(tokens)) {
      places.push([from, control])
      for (const token of tokens.slice(from, to)) covered.add(token)
    }
    return {
      controls: [...new Set(places.sort(([a], [b]) => a - b).map(([, control]) => control))],
      notes: this.#notes.filter(({ text }) => [...elsewhere].some((id) => holds(text, id))),
      invented,
      rest: tokens.filter((token) => !covered.has(token)),
    }
  }

  /** Ids that nobody cites as such ("ISO 27002 5.20") or of words. `A.12.6.1` holds no `6.1`: an id begins where its number begins. */
  #bareIds(tokens: readonly TextToken[]): { from: number; to: number; control: ControlEntry }[] {
    return this.#ids.find(tokens).flatMap(({ values, from, to }) => {
      const [before, first] = [tokens[from - 1], tokens[from]]
      const inside = before && first && isNumber(first) && ['.', '-', ''].includes(first.between)
      // "PCI DSS 3.2.1" is an edition, "requirement 3.2.1" an id.
      const meant = values.filter(({ id }) => !this.#isEdition(id) || CITED_BY.has(before?.text ?? ''))
      return inside === true || SCORED.has(before?.text ?? '')
        ? []
        : meant.map((control) => ({ from, to, control }))
    })
  }

  #isEdition(id: string): boolean {
    return this.#framework.editions.some((edition) => edition.id === id)
  }

  /** The question without the framework's own names, which every passage would answer to. */
  #withoutNames(tokens: readonly TextToken[]): TextToken[] {
    const named = new Set(this.#names.find(tokens).flatMap(({ from, to }) => tokens.slice(from, to)))
    return tokens.filter((token) => !named.has(token))
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

/** Whether a text holds an id, with zeros before its numbers or without. */
function holds(text: string, id: string): boolean {
  const plain = (written: string): string => written.replaceAll(/\b0+(?=\d)/g, '')
  const [where, what] = [plain(text), plain(id)]
  for (let at = where.indexOf(what); at >= 0; at = where.indexOf(what, at + 1)) {
    if (!/^[\d.]*\d/.test(where.slice(at + what.length))) return true
  }
  return false
}

/** The name of a law in its own script says nothing but which law is meant. */
const OTHER_SCRIPT = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Arabic}]/u

/** Names that say nothing but which framework is meant: "BAA" names HIPAA, and is what the question is about as well. */
function ownNames({ name, fullName, aliases, names, describedNames, ambiguousNames }: Framework): string[] {
  const words = new Set(tokenize(`${name} ${fullName}`).map(({ text }) => text))
  const alike = [...names, ...ambiguousNames].filter((one) =>
    tokenize(one).every(({ text }) => words.has(text)),
  )
  const describing = describedNames === 0 ? [] : names.slice(-describedNames)
  return [name, fullName, ...aliases.filter((one) => OTHER_SCRIPT.test(one)), ...alike, ...describing]
}

/** The module's one-word terms with what they stand for: `**DPO**: data protection officer (...)`. */
function glossary(notes: readonly Note[]): Map<string, string[]> {
  const terms = new Map<string, string[]>()
  for (const { section, text } of notes) {
    const match = /^- \*\*(\w+)\*\*: ([^;.(,:]{3,60})/.exec(text)
    if (section === 'Glossary' && match?.[1] && match[2])
      terms.set(stemmer(match[1].toLowerCase()), meaningful(match[2]))
  }
  return terms
}
