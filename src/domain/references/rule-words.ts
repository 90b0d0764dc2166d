import { fold } from '../text/fold.ts'
import { wordSet } from '../text/word-set.ts'

/** Beginnings of words of those who work with rules, in the languages they write in, of four to eight letters each. */
export const RULE_WORDS = wordSet(
  'audit complian conform certif assess eviden secur cyber privac breach inciden risk controls safeguar requirem regulat encrypt crypto',
  'vulnerab processo consent governan framewor criteri nist gdpr attest accredit assuran inventor authenti password',
  'legal controll walkthro misstate claimant counsel plainti litigat schrifts verzoeks ricorso recurso pozew',
  'infring sanction violat hazard emergen continui calibra nonconf correcti retentio oversigh transpar erasure statuto',
  'bussgeld verstoss gefährdu notfall infracc sancion violaz sanzion infract violatio multa boete overtred naruszen ihlal ceza',
  'isms bcms ciso dpia siem sbom policy policies access statutor impleme mapping crosswal disclos pentest',
  'prüfung prüfer prüfberi anforder massnah sicherhe datensch richtlin verordn risik vorfall vorfälle lieferan zertifi nachwei abweich',
  'kontroll controle aufsicht verarbei löschung auskunft baustein',
  'conformi exigence sécurit registre violatio risque référent traiteme prestata écart notifica mesures fournis sous-tra',
  'auditor requisit segurid riesgo tratamie encargad cumpli provee brecha medidas',
  'ispezion clausole sicurez rischi fornitor trattam garante conformi misure',
  'beveilig eisen risico verwerk nalevin leveranc toezich beleid maatreg',
  'segura risco conformi tratam fornece',
  'bezpiec ryzyk wymag zgodno audyt narusze danych dostawc',
  'güvenli denetim uyum ihlal verile tedarik',
  'الامن بيانات البيانات حماية مخاطر امتثال تدقيق',
)

/** Beginnings of words that they use, and others do too now and then: two different ones in a text tell. Most stand in the titles of controls. */
export const WORK_WORDS = wordSet(
  'informat manageme protecti monitori reportin awarenes applicat identifi system testing software analysis impact internal procedur',
  'configur network confiden processi logging logs storage recovery external document device responsi remote handling personal standard',
  'integrit disposal identity assets enforcem independ supply suppli vendor threat transfer evaluati authorit planning accounta detectio personne',
  'terminat operatio mainten classifi sensitiv quality technica verifica privileg agreemen automate provider infrastr administ',
  'restrict deletion default remediat preventi require obligati duty duties notice notify notifica liabilit penalt fines backup restore',
  'injectio exploit phishing ransomwa malware control kontrol complain purpose proporti compatib recognis lifecycl catalog katalog federal practice cookie banner customer employee',
  'consult adviser contract clause annex template register review checklis spreadsh workshop report reports manufact importer operator',
  'rights records record roles users scope principl measures parties objectiv accounts capacity activiti competen officer environm strategy',
  'segregat transmis destruct improvem accuracy critical mechanis exceptio individu committe contract approval approved availabi',
  'unauthor electron acquisit guidelin managed conduct designat registra database material mitigati outsourc investig treatmen binds',
  'daten meldung überwach verantwo dienstle mitarbei verfahr bewertun schadsof auftragn vertrag pflicht frist vorgaben konzept umsetzun',
  'donnees données politiqu droits systèmes systeme utilisat comptes chiffrem sauvegar journali responsa contrat obligati procédur délai',
  'medida autentic aplicabi categor registro inventar declarac firma empleado sistemi autentif habilita anwendun anlage nutzer',
  'datos evaluaci verifica responsa contrato cuentas cifrado copias plazo sistema sistemas usuarios notifica obligac acceso accesos',
  'dati sistemi accessi utenti contratt obbligh notifica scadenz responsa gegevens toegang systemen verplich melding leveran',
  'dados sistemas acessos obrigaç notifica prazo systemy umowa obowiąz zgłosze kopie veri sistem kayıt sözleşm',
)

/** Whole words that are too short to begin others. */
export const SHORT_RULE_WORDS = wordSet('mfa dpo soa ssp poa pia fria')

/** The shortest and the longest beginning. */
export const RULE_WORD_LENGTHS = [4, 8] as const

/** The same in Chinese and Japanese, two characters each. */
export const RULE_PAIRS = wordSet(
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
