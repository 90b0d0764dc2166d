import type { TextToken } from '../text/tokens.ts'

/** What is told apart by letters, by every word for it: "class B", "Anhang C". */
const LABELS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    class: 'class classes klasse klassen classe clase clases classi klas klasy klasa sinif',
    annex: 'annex annexes anhang annexe anexo anexos allegato bijlage zalacznik ek',
    appendix: 'appendix anlage appendice apendice',
    category: 'category categories kategorie categorie categoria categorias',
    group: 'group groups gruppe groupe grupo gruppo groep',
    type: 'type types typ tipo tipos',
  }).flatMap(([label, words]) => words.split(' ').map((word): [string, string] => [word, label])),
)

/** A letter, or a roman number: "class II". */
const LETTER = /^(?:[a-z]|ii|iii|iv|vi|vii|viii)$/

/** Between the letters of one label: "classes B and C". */
const JOINING = new Set('and or und oder et ou to through bis en of lub ve'.split(' '))

/** Letters that tell one of several, each a term of its own with what it is a letter of: `class-b`. A letter alone says nothing. */
export function letteredOf(tokens: readonly TextToken[]): string[] {
  const terms: string[] = []
  let label: string | undefined
  for (const { text } of tokens) {
    if (label !== undefined && LETTER.test(text)) terms.push(`${label}-${text}`)
    else if (!JOINING.has(text)) label = LABELS.get(text)
  }
  return terms
}
