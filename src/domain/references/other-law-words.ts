import { fold } from '../text/fold.ts'
import { wordSet } from '../text/word-set.ts'

/** Between an article and what it is of. */
export const OF = wordSet('of der des dem du de del della dello dell do da dos das van vom von من')

export const THE = wordSet('the die das den la le les los het el il lo l')

/** Whose it is, so that it is no law at all: behind "of". */
export const OURS = wordSet(
  'our my your his her their this that unserer unseres unsere seiner seines ihrer notre nos leur nuestro nuestra nostro',
  'naszego naszej onze ons nosso nossa bizim',
)

/** The same in languages that need no word before it. */
export const OURS_ALONE = wordSet('unserer unseres seiner seines ihrer naszego naszej')

/** What a framework is called where it is not named: "Article 28 of the Regulation". */
export const LEGAL = wordSet(
  'regulation regulations directive directives act acts law laws standard framework frameworks rule rules text annex',
  'annexes code codes order orders version edition proposal section sections chapter part article articles gdpr',
  'verordnung richtlinie gesetzes gesetz norm standards reglement directive loi norme reglamento directiva ley norma',
  'regolamento direttiva legge regulamento diretiva lei verordening richtlijn wet controls safeguards requirements',
  'rozporzadzenia dyrektywy ustawy kanun kanunu kanunun yonetmelik yonetmeligi النظام نظام اللائحة',
)

/** Those of them that are a law by themselves. */
export const LAW = wordSet(
  'act acts law code codes regulation directive ordinance statute verordnung richtlinie gesetz gesetzes reglement loi norme ley reglamento',
  'directiva codigo codice decreto legge regolamento direttiva lei regulamento diretiva wet verordening richtlijn kanun kanunu ustawy kodeksu',
)

/** What stands before such a word and says nothing: "the new EU Regulation". Words of the framework's own names say nothing either. */
export const PLAIN = wordSet(
  'the a same said new current present above revised amended latest old older former previous prior earlier first second third eu european federal national uk us implementing delegated general',
  'ancien ancienne alte alten antigua antiguo vecchia vecchio oude antiga neue neuen neuer genannten gleichen selben europaischen ue nouveau meme nuevo nueva mismo nuovo stesso nieuwe novo nova same',
)

/** Other laws and papers, of which none is a framework for security or privacy, however they go on: "of the Constitution". */
export const OTHER_PAPERS = wordSet(
  'constitution charter treaty convention covenant lease contract contracts agreement bylaws statutes constitutional penal criminal',
  'civil labour labor commercial vehicle traffic declaration shareholders',
  'grundgesetzes grundgesetz verfassung bundesverfassung vertrags vertrages vertrag mietvertrags mietvertrages satzung charta',
  'strafgesetzbuchs strafgesetzbuch gesetzbuchs gesetzbuches menschenrechtskonvention gesellschaftsvertrags',
  'charte traite contrat bail convenio copropriete interieur travail statuts penal',
  'constitucion estatutos contrato tratado carta trabajo colectivo interno',
  'costituzione statuto contratto trattato penale civile lavoro condominio',
  'constituicao trabalho tratado convencao constitucional',
  'grondwet statuten huurcontract verdrag wetboek handvest',
  'konstytucji kodeksu kodeks statutu umowy traktatu karty regulaminu',
  'anayasa anayasanin borclar ceza sozlesmesi sozlesmenin',
  'لائحة الدستور',
)

/** Those that are ordinary words as well, so that an id behind them is not theirs: "in the contract Art. 28 wants". */
export const ONLY_BEHIND = wordSet(
  'lease contract contracts agreement civil commercial vehicle traffic shareholders vertrag contrat contrato contratto bail',
  'interno interieur travail trabajo trabalho lavoro labour labor criminal carta',
)

/** Laws that people cite by article or paragraph, in no registry of security and privacy frameworks. */
export const OTHER_LAWS = wordSet(
  'bgb stgb hgb stpo zpo uwg kwg estg gmbhg aktg bdsg bsig tkg ttdsg tdddg betrvg sgb owig vvg wphg zgb abgb',
  'echr emrk evrm cedh cedu ekpc aihs tfeu aeuv tfue vweu teu euv usc ucc frcp psd mifid dsa dma solvency crr crd emir ucits tmk tbk tck kk kp kc ksh kpa kpc kpk',
)

/** The same, where they are written in capitals. */
export const OTHER_LAWS_IN_CAPITALS = wordSet('gg ao or bv cc cp co cn cf kc kk kp ks stg vag tue un')

/** The last character of a law's or rule's name in Chinese and Japanese, before its article: 民法第709条. */
export const NAME_ENDINGS = wordSet('法 典 律 例 約 约 則 则 規 规 程')

/** Before that character, it is the law that is spoken of: 本法, 同法. */
export const SAME_LAW = wordSet('本 同 该 該 当 此 这 這')

/** Between a law's name and its article: 会則の第9条. */
export const PARTICLES = wordSet('の 的 之')

/** The last syllable of a law's name in Korean: 민법. */
export const KOREAN_LAW = fold('법')
export const KOREAN_SAME_LAW = wordSet('법 동법 본법 이법')
