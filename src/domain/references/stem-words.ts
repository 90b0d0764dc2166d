import type { TextToken } from '../text/tokens.ts'

/** The words for "article" in the languages answers come in. */
const ARTICLE = new Set(
  'art arts artt article articles artikel artikels articulo articulos articolo articoli artigo artykul artykuł artykułu artykułem madde المادة'.split(
    ' ',
  ),
)

/** Other ways to write the words that ids begin with. */
const SAME_WORD = new Map(
  Object.entries({
    section: 's ss sec secs sections',
    paragraph: 'para paras paragraphs',
    annex: 'annexes annexe anhang anhangs anhange anhangen anexo anexos allegato allegati bijlage bijlagen',
    rule: 'rules regel regle regla regola',
    recital: 'recitals erwagungsgrund erwagungsgrunde considerant considerando overweging',
    app: 'apps',
  }).flatMap(([word, others]) => others.split(' ').map((other) => [other, word] as const)),
)

/** Words between the parts of a citation that carry no number: "Art. 21 Abs. 2 lit. d", "Annex I Part II". */
const FILLERS = new Set(
  'abs absatz par para paragraph paragraphs paragraphe paragrafo paragraaf lit buchstabe point punto letter lettre lettera letra nr no num numero ziffer satz alinea comma apartado lid ust part'.split(
    ' ',
  ),
)

/** What stands in front of the ids of laws and the like, whose points go deeper than a module does. */
const OF_LAW = new Set('art annex recital section rule app paragraph cip'.split(' '))

/** Whether a stem is that of a law's ids. */
export function isOfLaw(words: readonly string[]): boolean {
  return OF_LAW.has(words.at(-1) ?? '')
}

/** One word for "article" in all languages, for "section" and the like however they are written; any other token as it is. */
export function stemWord({ text }: TextToken): string {
  return wordOf(text)
}

/** The same of a word in small letters. */
export function wordOf(text: string): string {
  return ARTICLE.has(text) ? 'art' : (SAME_WORD.get(text) ?? text)
}

/** Whether a piece of a module's own id, behind its stem, only says what the number behind it is: `Part`, `GSPR`. */
export function isFiller(word: string): boolean {
  return FILLERS.has(word) || !/^(?:\p{N}+|[a-z]{1,2}|[ivx]+)$/u.test(word)
}

/** Whether a word stands between the parts of a citation and carries no number: "Abs.", "lit.". */
export function isFillerWord(word: string): boolean {
  return FILLERS.has(word)
}

/** Whether a token is a word for "article". */
export function isArticle(token: TextToken | undefined): boolean {
  return ARTICLE.has(token?.text ?? '')
}
