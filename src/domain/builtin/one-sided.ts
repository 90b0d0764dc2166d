import { ReferenceIndex } from '../references/reference-index.ts'
import type { Framework } from '../registry/framework.ts'
import { meaningful, stems } from '../search/stems.ts'
import { tokenize, type TextToken } from '../text/tokens.ts'
import { readQuestion, type Question } from './read-question.ts'

/** Words that only say that several are compared. */
const COMPARING: ReadonlySet<string> = new Set(
  [
    's whose vs versus compared compare comparison differ differs different difference differences between both same respectively unlike',
    'faster quicker sooner slower stricter tighter shorter longer higher lower bigger harsher',
  ].flatMap((words) => words.split(' ')),
)

/** What leads to a name, and is left at the end where the name is gone: "..., in X and in Y". */
const LEADING: ReadonlySet<string> = new Set(
  's and or with to in under of for by on the a an than as from at is are has what how who which about like'.split(
    ' ',
  ),
)

/** What asks no more than how several stand to each other: "what is the main difference?", "does the latter add something?" */
const IN_GENERAL: ReadonlySet<string> = new Set(
  stems(
    'main key real relation relate combine add part separate something one other latter former does did its their together fit alongside beside need choose pick first better start company firm',
  ),
)

/**
 * What a question in English on several frameworks asks each of them alone: without their names, and without the words that only compare
 * them. Undefined where that is nothing, and in other languages.
 */
export function oneSided(question: Question, frameworks: readonly Framework[]): Question | undefined {
  if (question.language !== 'en') return undefined
  const tokens = withoutNames(tokenize(question.text), frameworks).filter(({ text }) => !COMPARING.has(text))
  const end = tokens.findLastIndex(({ text }) => !LEADING.has(text))
  const text = written(tokens.slice(0, end + 1))
  const read = readQuestion([{ role: 'user', content: text }])
  const said = new Set(meaningful(text))
    .difference(read.form)
    .difference(question.form)
    .difference(IN_GENERAL)
    .difference(new Set(frameworks.flatMap(wordsOfNames)))
  if (said.size === 0) return undefined
  // "Is it NIS2 or DORA?" is no question for a yes.
  const kinds = question.choice ? read.kinds.filter((kind) => kind !== 'verdict') : read.kinds
  return { ...read, kinds, whole: question.text }
}

/** A text without the names that say only which framework is meant: "Annex A" names one, and is what is asked about as well. */
function withoutNames(tokens: readonly TextToken[], frameworks: readonly Framework[]): TextToken[] {
  const named = new Set(
    frameworks.flatMap((framework) => {
      const own = new Set(tokenize(`${framework.name} ${framework.fullName}`).map(({ text }) => text))
      return ReferenceIndex.of(framework)
        .names.find(tokens)
        .map(({ from, to, values }) => ({ isClear: values.includes(true), words: tokens.slice(from, to) }))
        .filter(({ isClear, words }) => isClear || words.every(({ text }) => own.has(text)))
        .flatMap(({ words }) => words)
    }),
  )
  return tokens.filter((token) => !named.has(token))
}

/** The words of a framework's names, and of whoever made it, by stem. */
function wordsOfNames({ fullName, issuingBody, names }: Framework): string[] {
  return [fullName, issuingBody, ...names].flatMap(meaningful)
}

/** Words as they stood, with what stood before each. */
function written(tokens: readonly TextToken[]): string {
  return tokens
    .map(({ text, between, gap }) => `${between === '' && gap !== 'none' ? ' ' : between}${text}`)
    .join('')
    .replace(/^\W+/, '')
}
