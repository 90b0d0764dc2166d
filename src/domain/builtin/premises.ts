import { citation, type Framework } from '../registry/framework.ts'
import type { EditionMoves } from '../registry/knowledge-data.ts'
import { ReferenceScanner } from '../references/reference-scanner.ts'
import { meaningful } from '../search/stems.ts'
import { capitalized } from './quote.ts'
import type { Question } from './read-question.ts'
import { ruledPremise } from './ruled-premise.ts'
import type { Speech } from './speech/speech.ts'

/** What a question takes for granted and is not so, set right in one line each: by framework. */
export function wrongPremises(
  frameworks: readonly Framework[],
  question: Question,
  speech: Speech,
): Map<string, string[]> {
  const told = new Map<string, string[]>(frameworks.map(({ id }) => [id, []]))
  const olds = new Map(frameworks.map((framework) => [framework.id, oldIdsIn(framework, question)]))
  for (const framework of frameworks) {
    const lines = told.get(framework.id)
    for (const old of olds.get(framework.id) ?? []) lines?.push(sayMoved(framework, old, speech))
    lines?.push(
      ...superseded(framework, question, frameworks.length > 1, speech),
      ...miscounted(
        framework,
        frameworks.filter((other) => other !== framework),
        question,
        speech,
      ),
      ...ruledPremise(framework, question.text, speech),
    )
  }
  const scanner = new ReferenceScanner(frameworks)
  scanner.add(question.text)
  for (const { id, framework, known } of scanner.references()) {
    if (known || olds.get(framework)?.some(({ id: old }) => old === id) === true) continue
    const of = frameworks.find((one) => one.id === framework)
    if (!of || NAMED_THING.test(id)) continue
    // How many there are says why it cannot be.
    const count = of.data.facts.find(({ kind }) => kind === 'count')
    const line = [speech.invented(id, `${of.name} ${of.version}`), count && capitalized(count.says)]
    told.get(framework)?.push(line.filter((one) => one !== undefined).join(' '))
  }
  return told
}

/** "Windows 11", "Form 40-F": a word that names no place in a text names a thing in the world, which may well exist. */
const NAMED_THING =
  /^(?!(?:article|section|clause|annex|recital|requirement|control|principle|rule|chapter|safeguard|practice|paragraph|regulation|guideline|question|goal|criteri|measure|standard|direction|condition|part|schedule|title|item|area|level)\w*\b)\p{L}{4,} /iu

/** An id of an older edition, and what became of it. */
interface OldId {
  id: string
  edition: string
  now: readonly string[]
  withdrawn: boolean
}

/** A written id: it begins with a letter or a digit, and holds a digit; an article with its word. */
const WRITTEN = /(?:\bArt\. )?[\p{L}\p{N}][\p{L}\p{N}.()/-]*\p{N}[\p{L}\p{N}.()/-]*/gu

/** An article, by the words of the languages that write it so. */
const ARTICLE = /\b(?:articles?|art|artikel|artículo|articolo|artigo|artykuł)\.? (?=\d)/giu

/** The ids in a text that an older edition has and the current one has not, or has for something else. */
function oldIdsIn({ data, controlIds }: Framework, { text, kinds }: Question): OldId[] {
  if (data.editions.length === 0) return []
  const articles = text.replaceAll(ARTICLE, 'Art. ')
  const written = new Set([...articles.matchAll(WRITTEN)].map(([id]) => plain(id)))
  const current = new Set(controlIds)
  // "11.4" is in use where "11.4.1" is.
  const isCurrent = (id: string): boolean =>
    current.has(id) || controlIds.some((one) => one.startsWith(`${id}.`))
  return data.editions.flatMap(({ from, moves }: EditionMoves) => {
    // Of an old edition that the question names or asks after, even a number that is in use again is meant as it was.
    const named = text.includes(from) || kinds.includes('change')
    return moves.flatMap(({ old, new: now, kind }) =>
      kind === 'new'
        ? []
        : old
            // "PCI DSS 3.2.1" names the edition, not the requirement of that number.
            .filter(
              (id) => id !== from && written.has(plain(id)) && (named || !isCurrent(id)) && !now.includes(id),
            )
            .map((id) => ({ id, edition: from, now, withdrawn: kind === 'withdrawn' })),
    )
  })
}

function plain(id: string): string {
  return id.toUpperCase().replaceAll(/[\s.)]+$/g, '')
}

function sayMoved(framework: Framework, { id, edition, now, withdrawn }: OldId, speech: Speech): string {
  if (withdrawn) return speech.withdrawn(id, `${framework.name}:${edition}`)
  const titles = new Map(framework.controls.map((control) => [control.id, control.title]))
  const ids = now.map((one) => `**${[citation(framework, one), titles.get(one)].join(' ').trim()}**`)
  return speech.moved(id, `${framework.name}:${edition}`, ids.join(', '))
}

/** The year or number of a superseded edition right behind the framework's name, where the question is not about the change. */
function superseded(
  { name, aliases, editions, version }: Framework,
  { text, kinds }: Question,
  amongOthers: boolean,
  speech: Speech,
): string[] {
  if (kinds.includes('change') || kinds.includes('comparison')) return []
  const current = editions.filter(({ status }) => status === 'current' || status === 'in-force')
  return (
    editions
      .filter(({ status, id }) => status === 'superseded' && !current.some((one) => one.id.includes(id)))
      .filter(({ id }) =>
        new RegExp(
          `(?<!\\b(?:requirement|req|clause|control|section|level|class|grade|tier|step|phase|stage|part|type|stufe|niveau|nivel)s?)(?:[:\\-–]|\\bv(?:ersion)?\\.?|\\bedition| )\\s?${RegExp.escape(id)}(?![\\d.]*\\d)`,
          'i',
        ).test(text),
      )
      // "NIST CSF 2.0" is no edition of the CRI Profile.
      .filter(({ id }) => !amongOthers || [name, ...aliases].some((one) => standsBefore(text, one, id)))
      .slice(0, 1)
      .map(({ id }) => speech.superseded(withoutEdition(name, current), id, version))
  )
}

/** Whether an edition's number or year stands right behind a name. */
function standsBefore(text: string, name: string, edition: string): boolean {
  const at = text.toLowerCase().indexOf(name.toLowerCase())
  return (
    at >= 0 &&
    /^(?:[:\-–]| ?v(?:ersion)?\.?)? ?$/i.test(
      text
        .slice(at + name.length)
        .split(edition, 1)
        .join(''),
    )
  )
}

/** "COBIT 2019" without its edition: another one is spoken of. */
function withoutEdition(name: string, editions: Framework['editions']): string {
  return editions.reduce((rest, { id }) => rest.replace(` ${id}`, ''), name)
}

/** "The 114 controls", "has 40 articles": a number that is put before what is counted. */
const COUNTED = /\b(?:the|all|its|has|lists?)\s+(?:all\s+)?(\d{1,4})\s+(\p{L}+(?:\s+\p{L}+)?)/giu

const YEAR = /^(?:19|20)\d\d$/

/** A count that the question takes for granted, and the framework has another. */
function miscounted(
  { data, editions }: Framework,
  others: readonly Framework[],
  { text }: Question,
  speech: Speech,
): string[] {
  const older = editions.filter(({ status }) => status !== 'current' && status !== 'in-force')
  if (older.some(({ id }) => text.includes(id))) return []
  const counts = data.facts.filter(
    ({ kind, subject }) => kind === 'count' && !older.some(({ id }) => subject.includes(id)),
  )
  return [...text.matchAll(COUNTED)]
    .flatMap(([, number = '', words = '']) => {
      const counted = new Set(meaningful(words))
      // "The 2025 COPPA rule" is of a year, and "201 CMR 17" a name.
      if (YEAR.test(number) || /^\p{Lu}{2}/u.test(words)) return []
      const alike = counts.filter(({ subject, unit }) =>
        meaningful(`${subject} ${unit ?? ''}`).some((stem) => counted.has(stem)),
      )
      const [first] = alike
      // Another one that is spoken of has as many.
      if (others.some((other) => other.data.facts.some(({ value }) => String(value) === number))) return []
      return !first || alike.some(({ value }) => String(value) === number)
        ? []
        : [`${speech.miscounted(`${number} ${words.split(/\s/, 1).join('')}`)} ${first.says}`]
    })
    .slice(0, 1)
}
