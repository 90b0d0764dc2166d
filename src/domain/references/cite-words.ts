import { wordSet } from '../text/word-set.ts'

/** Those that say that it is a control: where a framework has clauses by number and controls with a letter (`A.8.5`), one of these. */
export const CONTROL_WORDS: ReadonlySet<string> = wordSet(
  'control controls kontrolle kontrollen controle controles controllo controlli beheersmaatregel beheersmaatregelen',
  'zabezpieczenie kontrol kontrolü ضابط الضابط للضابط بالضابط 통제 통제항목',
)

/** What frameworks call what is numbered, by the English word, in the languages that people cite them in. */
const MEANING: Readonly<Record<string, ReadonlySet<string>>> = {
  clause: wordSet(
    'clause clauses subclause klausel clausula clausulas clausule clausules clausola clausole بند البند للبند',
  ),
  control: CONTROL_WORDS,
  margin: wordSet('margin rz randziffer randziffern'),
  measure: wordSet(
    'measure measures mesure mesures maßnahme maßnahmen medida medidas misura misure maatregel maatregelen',
  ),
  paragraph: wordSet('paragraph paragraphs para paras paragraphe paragraphes párrafo párrafos'),
  principle: wordSet(
    'principle principles principe principes prinzip prinzipien grundsatz grundsätze principio principios principi beginsel',
  ),
  requirement: wordSet(
    'requirement requirements req reqs anforderung anforderungen exigence exigences requisito requisitos requisiti eis eisen',
    'wymaganie wymagania wymagan gereklilik gereksinim 요구사항',
  ),
  safeguard: wordSet('safeguard safeguards'),
  section: wordSet('section sections sec secs s ss abschnitt abschnitte sección secciones sezione seção'),
}

/** Words that say that a bare number is an id. */
export const CITED_BY: ReadonlySet<string> = new Set([
  ...['clause', 'control', 'requirement', 'safeguard'].flatMap((word) => [...(MEANING[word] ?? [])]),
  ...wordSet(
    'section sections isa cfr nycrr code principle principles rz randziffer randziffern abschnitt',
    'mesure mesures objectif objectifs chapitre medida medidas misura misure maatregel maatregelen kriter 인증기준 항목',
  ),
])

/** The words that mean what a framework's numbers are cited by. */
export function wordsOf(citePrefix: string): ReadonlySet<string> {
  const word = citePrefix.toLowerCase()
  return MEANING[word] ?? new Set([word])
}
