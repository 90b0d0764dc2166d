import { fold } from '../text/fold.ts'

function words(...lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => fold(line).toLowerCase().split(' ')))
}

/** Beginnings of words of those who work with rules, in the languages they write in, of four to eight letters each. */
export const RULE_WORDS = words(
  'audit complian conform certif assess eviden secur cyber privac breach inciden risk controls safeguar requirem regulat encrypt crypto',
  'vulnerab processo consent governan framewor criteri nist gdpr attest accredit assuran inventor authenti password',
  'isms ciso dpia siem sbom policy policies access statutor impleme mapping crosswal disclos pentest',
  'prüfung prüfer prüfberi anforder massnah sicherhe datensch richtlin verordn risik vorfall vorfälle lieferan zertifi nachwei abweich',
  'kontroll aufsicht verarbei löschung auskunft baustein',
  'conformi exigence sécurit registre violatio risque référent traiteme prestata écart notifica mesures fournis sous-tra',
  'auditor requisit segurid riesgo tratamie encargad cumpli provee brecha medidas',
  'ispezion clausole sicurez rischi fornitor trattam garante conformi misure',
  'beveilig eisen risico verwerk nalevin leveranc toezich beleid maatreg',
  'segura risco conformi tratam fornece',
  'bezpiec ryzyk wymag zgodno audyt narusze danych dostawc',
  'güvenli denetim uyum ihlal verile tedarik',
  'الامن بيانات البيانات حماية مخاطر امتثال تدقيق',
)

/** Whole words that are too short to begin others. */
export const SHORT_RULE_WORDS = words('mfa dpo soa ssp poa pia fria')

/** The shortest and the longest beginning. */
export const RULE_WORD_LENGTHS = [4, 8] as const

/** The same in Chinese and Japanese, two characters each. */
export const RULE_PAIRS = words(
  '合规 审计 内审 安全 信息 风险 敏感 出境 控制 标准 合規 監査 情報 漏え 規格 評価 準拠 条例 処理 管控 保密',
)

/** The same in Korean: beginnings of words. */
export const RULE_SYLLABLES: readonly string[] = [
  '보안',
  '인증',
  '점검',
  '개인정보',
  '위험',
  '심사',
  '통제',
  '감사',
].map(fold)
