import MiniSearch from 'minisearch'
import { stemmer } from 'stemmer'
import { eng, removeStopwords } from 'stopword'
import { PhraseTrie } from '../../domain/detection/phrase-trie.ts'
import { tokenize } from '../../domain/detection/tokens.ts'
import { citation, type ControlEntry, type Framework, type Note } from '../../domain/registry/framework.ts'

/** One thing of a module that an answer can quote. */
export type Passage = { kind: 'control'; control: ControlEntry } | { kind: 'note'; note: Note }

/** Sections that serve as material for the prompt only. */
const NOT_QUOTED = new Set(['Mappings', 'Sources', 'Controls'])

/** Words of every question about compliance, which tell no control from another. */
const COMMON = new Set([
  'control',
  'requir',
  'cover',
  'need',
  'say',
  'tell',
  'explain',
  'must',
  'framework',
  'standard',
  'complianc',
  'compli',
  'articl',
  'claus',
  'give',
  'list',
  'whi',
  'mean',
])

/** Where the ranking of MiniSearch counts a word: a control's title says more than its text. */
const BOOST = { title: 4, text: 1, group: 1.5 }

/** Finds the passages of one module that speak of a question: ids named in it first, then by BM25 over stems. */
export class EntrySearch {
  readonly #passages: Passage[]
  readonly #index: MiniSearch<{ id: number; title: string; text: string; group: string }>
  readonly #ids = new PhraseTrie<ControlEntry>()
  readonly #ownWords: ReadonlySet<string>

  constructor(framework: Framework) {
    this.#passages = [
      ...framework.controls.map((control): Passage => ({ kind: 'control', control })),
      ...framework.notes
        .filter(({ section }) => !NOT_QUOTED.has(section))
        .map((note): Passage => ({ kind: 'note', note })),
    ]
    this.#index = new MiniSearch({
      fields: ['title', 'text', 'group'],
      tokenize: words,
      processTerm: (term) => term,
      searchOptions: { boost: BOOST, tokenize: words, prefix: (term) => term.length > 4 },
    })
    this.#index.addAll(this.#passages.map((passage, id) => ({ id, ...fields(passage) })))
    for (const control of framework.controls) {
      for (const written of waysToWrite(framework, control.id)) this.#ids.add(written, control)
    }
    this.#ownWords = new Set(
      [framework.name, framework.fullName, ...framework.aliases, ...framework.ambiguousAliases].flatMap(
        (name) => tokenize(name).map(({ text }) => stemmer(text)),
      ),
    )
  }

  /** The passages for a question, best first; empty where nothing in it speaks of the module's content. */
  find(question: string, limits: { controls: number; notes: number }): Passage[] {
    const named = this.#ids.find(tokenize(question)).flatMap(({ values }) => values)
    const terms = words(question).filter((term) => !this.#ownWords.has(term) && !COMMON.has(term))
    const ranked = terms.length > 0 ? this.#index.search(terms.join(' ')) : []
    const best = ranked[0]?.score ?? 0
    const near = ranked
      .filter(({ score }) => score >= best * 0.35)
      .flatMap(({ id }) => this.#passages[Number(id)] ?? [])
    const controls = new Set([
      ...named,
      ...near.flatMap((passage) => (passage.kind === 'control' ? [passage.control] : [])),
    ])
    const notes = near.filter(({ kind }) => kind === 'note')
    // A question for an id is answered by that id; its neighbours would only distract.
    const most = named.length > 0 ? Math.max(new Set(named).size, 1) : limits.controls
    return [
      ...[...controls]
        .slice(0, Math.min(most, limits.controls + 3))
        .map((control): Passage => ({ kind: 'control', control })),
      ...notes.slice(0, limits.notes),
    ]
  }
}

function fields(passage: Passage): { title: string; text: string; group: string } {
  return passage.kind === 'control'
    ? {
        title: `${passage.control.id} ${passage.control.title}`,
        text: passage.control.text,
        group: passage.control.group,
      }
    : { title: '', text: passage.note.text, group: passage.note.section }
}

/** Stems of the words that carry meaning. */
function words(text: string): string[] {
  return removeStopwords(
    tokenize(text).map((token) => token.text),
    eng,
  ).map((word) => stemmer(word))
}

/** The ways an id stands in a question: as the module has it, with its word before it, and `Article 33` for `Art. 33`. */
function waysToWrite(framework: Framework, id: string): string[] {
  const ways = [id, citation(framework, id)]
  if (id.startsWith('Art. ')) ways.push(id.replace('Art.', 'Article'), id.replace('Art.', 'Artikel'))
  if (/^\d/.test(id)) ways.push(`control ${id}`, `section ${id}`, `clause ${id}`, `requirement ${id}`)
  // A whole number alone names nothing, even here.
  return ways.filter((way) => tokenize(way).length > 1)
}
