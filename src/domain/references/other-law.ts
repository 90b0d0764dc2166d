import type { TextToken } from '../text/tokens.ts'

/** Between an article and what it is of. */
const OF = new Set('of der des dem du de del della do da van'.split(' '))
const THE = new Set('the die das den la le les los het'.split(' '))

/** Whose it is, so that it is no law at all. */
const OURS = new Set(
  'our my your his her their this that unserer unseres seiner seines ihrer notre nos leur nuestro nostro naszego'.split(
    ' ',
  ),
)

/** What a framework is called where it is not named: "Article 28 of the Regulation". */
const LEGAL = new Set(
  [
    'regulation regulations directive directives act acts law laws standard framework frameworks rule rules text annex',
    'annexes code codes order orders version edition proposal section sections chapter part article articles gdpr',
    'verordnung richtlinie gesetzes gesetz norm standards reglement directive loi norme reglamento directiva ley norma',
    'regolamento direttiva legge regulamento diretiva lei verordening richtlijn wet controls safeguards requirements',
  ].flatMap((words) => words.split(' ')),
)

/** Laws that people cite by article or paragraph, in no registry of security and privacy frameworks. */
const OTHER_LAWS = new Set(
  [
    'bgb stgb hgb stpo zpo gg uwg kwg estg gmbhg aktg bdsg tkg ttdsg tdddg betrvg sgb ao owig vvg wphg zgb abgb',
    'echr emrk cedh tfeu aeuv tfue teu euv usc ucc frcp',
  ].flatMap((words) => words.split(' ')),
)

/** So many words behind "of the" may be its name. */
const NAME_MAX = 4

/**
 * Whether what stands behind an article says that it is of something else: "Article 6 of the ECHR", "§ 823 BGB", "clause 7.4 of our
 * lease". `isNamed` tells whether the name of one of the frameworks in question begins at a place.
 */
export function isOfOtherLaw(
  tokens: readonly TextToken[],
  behind: number,
  isNamed: (at: number) => boolean,
): boolean {
  const next = tokens[behind]
  if (!next || next.gap !== 'space' || isNamed(behind)) return false
  if (OTHER_LAWS.has(next.text) || OURS.has(next.text)) return true
  if (!OF.has(next.text)) return false
  const at = THE.has(tokens[behind + 1]?.text ?? '') ? behind + 2 : behind + 1
  const first = tokens[at]
  if (!first || first.gap !== 'space' || /^\d/.test(first.text)) return false
  if (OURS.has(first.text)) return true
  for (let word = at; word < at + NAME_MAX && (word === at || tokens[word]?.gap === 'space'); word += 1) {
    if (isNamed(word) || LEGAL.has(tokens[word]?.text ?? '')) return false
  }
  return true
}
