import type { PlainQuestion, Profile } from '../registry/knowledge-data.ts'

/** What a plain question asks for: a ruling, a row of the profile, how much there is of what the framework is made of, what changed,
 * since when it applies, or who issued it. */
export type PlainPoint = PlainQuestion | keyof Profile | 'structure' | 'changes' | 'since' | 'issuer'

/** How people ask one, and how they ask the opposite. */
interface Asked {
  so: readonly string[]
  otherwise: readonly string[]
}

/** The wordings of each without the framework's name, in the languages that people ask in. */
export const PLAINLY_ASKED: Readonly<Partial<Record<PlainPoint, Asked>>> = {
  binding: {
    so: questions(`
      Is it mandatory? Is it compulsory? Is it required? Is it obligatory? Is compliance mandatory? Is compliance required?
      Is it binding? 
      Is it mandatory for companies? Is it mandatory for us? Is it an obligation? 
      Are companies obliged to follow it? Is it obligatory to comply with it? Do firms have to follow it? Must organizations follow it?
      Ist das Pflicht? Ist es verpflichtend? Ist es verbindlich? Ist das für Unternehmen verpflichtend? Müssen Firmen das befolgen?
      Est-ce obligatoire ? Est-elle obligatoire ? Est-ce contraignant ? Est-ce obligatoire pour les entreprises ?
      ¿Es obligatorio? ¿Es obligatoria? ¿Es vinculante? ¿Es obligatorio para las empresas?
      È obbligatorio? È obbligatoria? È vincolante? È obbligatorio per le imprese?
      É obrigatório? É obrigatória? É vinculativo? É obrigatório para as empresas? 
      Is het verplicht? Is het bindend? Is het verplicht voor bedrijven?
      Czy jest obowiązkowe? Czy jest obowiązkowy? Czy jest obowiązkowa? Czy jest wiążące? Czy jest wiążąca? Czy jest wiążący?
      Zorunlu mu? Zorunlu mudur? Bağlayıcı mı?
      هل هو إلزامي؟ هل هي إلزامية؟ هل هو ملزم قانونا؟
      必須ですか？ 義務ですか？
      의무인가요? 필수인가요?
      是强制性的吗？ 是强制的吗？ 必须遵守吗？`),
    otherwise: questions(`
      Is it voluntary? Is it optional? Is it only voluntary? Is it just guidance? Is it only a recommendation? Is it only guidance? Is it a mere suggestion? Is it only best practice?
      Ist das freiwillig? Ist es nur eine Empfehlung? Ist das unverbindlich?
      Est-ce facultatif ? Est-ce volontaire ? Est-ce une simple recommandation ?
      ¿Es voluntario? ¿Es voluntaria? ¿Es opcional? ¿Es solo una recomendación?
      È facoltativo? È volontario? È facoltativa? È solo una raccomandazione?
      É voluntário? É voluntária? É facultativo? É apenas uma recomendação?
      Is het vrijwillig? Is het optioneel? Is het alleen een aanbeveling?
      Czy jest dobrowolne? Czy jest dobrowolny? Czy to tylko zalecenie?
      İsteğe bağlı mı? Gönüllü mü? Sadece bir tavsiye mi?
      هل هو اختياري؟ هل هو طوعي؟
      任意ですか？ 任意の基準ですか？
      자발적인가요? 선택사항인가요?
      是自愿的吗？ 是自愿性的吗？`),
  },
  certificate: {
    so: questions(`
      Can we get certified? Can a company be certified? Can you get certified? Can we be certified? Can one be certified?
      Is there a certificate? Is there a certification? Is there an official certificate? Is there an official certification?
      Is it certifiable? Can our company get a certificate? Is certification possible? Can a vendor get a certificate? Can a supplier get certified? Can a provider be certified? Does a certificate exist?
      Can an organization be certified? Can a product be certified? Can our company become certified? Can a business obtain certification?
      Gibt es ein Zertifikat? Gibt es eine Zertifizierung? Gibt es eine offizielle Zertifizierung? Kann man sich zertifizieren lassen? Ist es zertifizierbar?
      Können wir uns zertifizieren lassen?
      Existe-t-il une certification ? Existe-t-il un certificat ? Peut-on se faire certifier ? Est-ce certifiable ?
      ¿Existe una certificación? ¿Hay un certificado? ¿Podemos certificarnos? ¿Es certificable? ¿Se puede certificar?
      Esiste una certificazione? Esiste un certificato? Possiamo ottenere la certificazione? È certificabile?
      Existe uma certificação? Existe um certificado? Podemos obter a certificação? É certificável?
      Bestaat er een certificaat? Is er een certificering? Kunnen we gecertificeerd worden? Is het certificeerbaar?
      Czy istnieje certyfikat? Czy istnieje certyfikacja? Czy można uzyskać certyfikat?
      Sertifika var mı? Sertifikası var mı? Sertifika alabilir miyiz? Belgelendirme var mı?
      هل توجد شهادة؟ هل يمكن الحصول على شهادة؟
      認証はありますか？ 認証を取得できますか？ 認証制度はありますか？
      인증이 있나요? 인증을 받을 수 있나요?
      有认证吗？ 可以认证吗？ 能获得认证吗？ 有证书吗？`),
    otherwise: [],
  },
  'in-force': {
    so: questions(`
      Is it in force? Is it already in force? Is it in force yet? Is it in force now? Is it in effect? Is it already in effect?
      Does it apply already? Does it apply yet? Does it already apply? Is it applicable now? Has it entered into force?
      Has it taken effect? Has it come into force? Is it still in force? Is it live yet? Is it applicable today? Is it effective already?
      Ist es schon in Kraft? Ist es in Kraft? Gilt es schon? Gilt das bereits? Ist es bereits anwendbar?
      Est-ce en vigueur ? Est-ce déjà en vigueur ? Est-ce déjà applicable ? S'applique-t-il déjà ?
      ¿Está en vigor? ¿Ya está en vigor? ¿Está vigente? ¿Ya se aplica?
      È in vigore? È già in vigore? Si applica già?
      Está em vigor? Já está em vigor? Já se aplica?
      Is het al van kracht? Is het in werking getreden? Geldt het al?
      Czy już obowiązuje? Czy weszło w życie? Czy wszedł w życie?
      Yürürlüğe girdi mi?
      هل دخل حيز التنفيذ؟ هل هو ساري المفعول؟ هل هو ساري؟
      施行されていますか？ もう施行されましたか？ 発効していますか？
      시행되었나요? 시행 중인가요? 이미 시행되고 있나요?
      已经生效了吗？ 生效了吗？ 已经施行了吗？ 现在有效吗？`),
    otherwise: [],
  },
  size: {
    so: questions(`
      Does it apply to small companies? Does it apply to small businesses? Does it apply to small firms? Does it apply to SMEs?
      Does it apply to startups? Does it apply to start-ups? Does it also apply to small companies? Does it apply to micro companies? Do small shops have to care? Are small companies out?
      Are small companies covered? Are small businesses covered? Are SMEs covered? Are small companies bound? Are SMEs bound?
      Are small companies affected? Do small companies have to comply? Must small companies comply? Do small businesses have to comply?
      Does it affect small businesses? Do startups need to comply? Are small companies subject to it? Does it apply to companies of any size? Does it apply to every company size? Are startups covered? Do SMEs have to comply?
      Gilt das auch für kleine Unternehmen? Gilt das für kleine Firmen? Gilt es für KMU? Sind kleine Unternehmen betroffen?
      Est-ce que cela s'applique aux petites entreprises ? S'applique-t-il aux PME ? Les PME sont-elles concernées ?
      ¿Se aplica a las pequeñas empresas? ¿Se aplica a las pymes? ¿Afecta a las pymes?
      Si applica alle piccole imprese? Si applica alle PMI? Riguarda le PMI?
      Aplica-se a pequenas empresas? Aplica-se às PME? Aplica-se a microempresas?
      Geldt het voor kleine bedrijven? Geldt het voor het mkb? Geldt het ook voor kleine bedrijven?
      Czy dotyczy małych firm? Czy obowiązuje małe firmy? Czy dotyczy MŚP?
      Küçük işletmeler için geçerli mi? KOBİ'ler için geçerli mi? Küçük şirketler için geçerli mi?
      هل ينطبق على الشركات الصغيرة؟ هل يسري على الشركات الصغيرة؟
      中小企業にも適用されますか？ 中小企業も対象ですか？
      중소기업에도 적용되나요? 소규모 기업에도 적용되나요?
      适用于小企业吗？ 适用于中小企业吗？ 小公司也适用吗？`),
    otherwise: questions(`
      Are small companies exempt? Are small businesses exempt? Are SMEs exempt? Are startups exempt? Is there a size threshold?
      Is there an exemption for small companies? Is there an exemption for small businesses? Is there an exemption for SMEs?
      Is there a small business exemption? Is there a minimum size? Is there an employee threshold? Is there a revenue threshold?
      Are micro companies exempt? Are small firms exempt? Do small companies have an exemption? Are organizations of small size exempt? Is there a threshold? Is there a size exemption?
      Sind kleine Unternehmen ausgenommen? Sind kleine Firmen ausgenommen? Sind kleine Betriebe befreit? Gibt es eine Größenschwelle? Sind KMU ausgenommen? Gibt es eine Ausnahme für kleine Unternehmen?
      Les PME sont-elles exemptées ? Les petites entreprises sont-elles exemptées ? Existe-t-il un seuil de taille ?
      ¿Están exentas las pymes? ¿Están exentas las pequeñas empresas? ¿Hay un umbral de tamaño?
      Le piccole imprese sono esenti? Le PMI sono esenti?
      As pequenas empresas estão isentas? As PME estão isentas?
      Zijn kleine bedrijven vrijgesteld? Is het mkb vrijgesteld? Is er een drempel?
      Czy małe firmy są zwolnione?`),
  },
  structure: {
    so: questions(`
      How many controls are there? How many requirements are there? How many articles are there? How many sections are there?
      How many clauses are there? How many measures are there? How many criteria are there? How many principles are there?
      How many paragraphs are there? How many chapters are there? How many objectives are there? How many goals are there? How many levels are there? How many categories are there? How many provisions are there? How many domains are there? How many safeguards are there?
      How many controls does it contain? How many requirements does it include? How many measures does it list? How many practices are there? How many standards are there? How many parts are there? How many rules are there?
      Wie viele Maßnahmen gibt es? Wie viele Anforderungen gibt es? Wie viele Artikel gibt es? Wie viele Kapitel gibt es?
      Combien de mesures y a-t-il ? Combien d'exigences y a-t-il ? Combien d'articles y a-t-il ?
      ¿Cuántos controles hay? ¿Cuántos requisitos hay? ¿Cuántos artículos hay?
      Quanti controlli ci sono? Quanti requisiti ci sono? Quanti articoli ci sono?
      Quantos controlos existem? Quantos controles existem? Quantos requisitos existem? Quantos artigos existem?
      Hoeveel maatregelen zijn er? Hoeveel eisen zijn er? Hoeveel artikelen zijn er?
      Ile jest artykułów? Ile jest wymagań? Ile jest kontroli? Kaç madde var? Kaç kontrol var?`),
    otherwise: [],
  },
  changes: {
    so: questions(`
      What changed? What has changed? What is new? What's new? What are the changes? What is different? What's different?
      What are the main changes? What are the key changes? What are the recent changes? What changed recently? What did the second amendment bring? What did the third edition change? What did the last revision change?
      What did the first update change? What did the fourth release bring? What changed since the last version? What is new in the latest edition? What did it bring? What changes did it bring? What did it change?
      What does it change? 
      Was ist neu? Was hat sich geändert? Was ändert sich? Was sind die Änderungen? Was sind die Neuerungen?
      Quoi de neuf ? Qu'est-ce qui a changé ? Quels sont les changements ? Quelles sont les nouveautés ?
      ¿Qué ha cambiado? ¿Qué cambia? ¿Qué hay de nuevo? ¿Cuáles son los cambios? ¿Qué novedades hay?
      Cosa è cambiato? Cosa cambia? Quali sono le novità? Quali sono i cambiamenti?
      O que mudou? O que há de novo? Quais são as mudanças? Quais são as alterações?
      Wat is er nieuw? Wat is er veranderd? Wat zijn de wijzigingen?
      Co się zmieniło? Co nowego? Jakie są zmiany?
      Neler değişti? Ne değişti? 何が変わりましたか？ 変更点は何ですか？ 무엇이 바뀌었나요? 변경사항은 무엇인가요? 有什么变化？ 有哪些变化？`),
    otherwise: [],
  },
  since: {
    so: questions(`
      Since when is it in force? Since when does it apply? Since when is it in effect? Since when is it fully in force?
      Since when is it mandatory? Since when is it binding? Since when is it fully applicable? Since when has it been in force?
      When did it come into force? When did it enter into force? When did it take effect? When did it become effective?
      When does it come into force? When does it take effect? When does it enter into force? When does it apply? When will it apply?
      When does it start to apply? When does it start? When did it start? From when does it apply? From when is it mandatory?
      As of when does it apply? When did it become law? When does it become mandatory? When was it in force first?
      Seit wann gilt das? Seit wann ist es in Kraft? Ab wann gilt das? Wann ist es in Kraft getreten? Wann tritt es in Kraft?
      Seit wann ist es verbindlich? Ab wann ist es anwendbar?
      Depuis quand est-ce en vigueur ? Depuis quand s'applique-t-il ? Quand est-ce entré en vigueur ? À partir de quand s'applique-t-il ?
      ¿Desde cuándo está en vigor? ¿Desde cuándo se aplica? ¿Cuándo entró en vigor? ¿Cuándo entra en vigor? ¿A partir de cuándo rige? ¿Desde cuándo rige?
      Da quando è in vigore? Da quando si applica? Quando è entrato in vigore? Quando entra in vigore?
      Desde quando está em vigor? Desde quando se aplica? Quando entrou em vigor? Quando entra em vigor?
      Sinds wanneer geldt het? Sinds wanneer is het van kracht? Vanaf wanneer geldt het?
      Od kiedy obowiązuje? Kiedy weszło w życie? Od kiedy jest stosowane?
      いつから施行されていますか？ いつ施行されましたか？ 언제부터 시행되나요? 언제 시행되었나요? 什么时候生效？ 何时生效？ 什么时候开始施行？`),
    otherwise: [],
  },
  issuer: {
    so: questions(`
      Who publishes it? Who published it? Who issued it? Who issues it? Who wrote it? Who made it? Who created it? Who is behind it?
      Who adopted it? Who enacted it? Who passed it? Who signed it? Who drafted it? Who maintains it? Who is the publisher? Which body publishes it? Which organization publishes it?
      Wer hat es herausgegeben? Wer veröffentlicht es? Wer steckt dahinter? Wer hat es erlassen? Wer gibt es heraus?
      Qui l'a publié ? Qui publie ? Qui l'a élaboré ? Qui est derrière ?
      ¿Quién lo publica? ¿Quién lo publicó? ¿Quién lo emitió? ¿Quién lo elaboró?
      Chi lo pubblica? Chi lo ha pubblicato? Chi lo ha emanato?
      Quem publica? Quem publicou? Quem elaborou?
      Wie publiceert het? Wie heeft het uitgegeven?
      Kto to wydał? Kto publikuje? Kto opracował?`),
    otherwise: [],
  },
  supervision: {
    so: questions(`
      Who enforces it? Who supervises it? Which authority enforces it? Which authority supervises it? Who is the regulator?
      Who is the supervisor? Which authority is responsible? Which authority is competent? Who oversees it? Who checks compliance?
      Who monitors compliance? Which regulator enforces it? Who is in charge of enforcement? Who controls compliance? Who polices it? Which body supervises it? What is the supervisory authority? Which agency enforces it? Which institution is responsible? Which commission enforces it? Which body enforces it? Which office enforces it? Which ministry enforces it? What authority enforces it? Which authority is in charge? Who oversees it? Which authority is competent?
      Wer überwacht die Einhaltung? Wer beaufsichtigt das? Welche Behörde ist zuständig? Wer ist die Aufsichtsbehörde? Wer kontrolliert das?
      Qui contrôle le respect ? Quelle autorité est compétente ? Quelle est l'autorité de contrôle ? Qui contrôle ?
      ¿Quién supervisa? ¿Qué autoridad es competente? ¿Cuál es la autoridad de control? ¿Quién controla el cumplimiento?
      Chi vigila? Quale autorità è competente? Qual è l'autorità di controllo? Chi controlla?
      Quem fiscaliza? Qual é a autoridade competente? Que autoridade é competente? Quem controla?
      Wie houdt toezicht? Welke autoriteit is bevoegd? Wie is de toezichthouder?
      Kto nadzoruje? Jaki organ jest właściwy? Kto kontroluje?
      Kim denetliyor? Hangi kurum yetkili?
      من يشرف على التطبيق؟ ما هي الجهة المختصة؟ من هي الجهة الرقابية؟
      監督機関はどこですか？ 監督官庁はどこですか？ 誰が監督しますか？
      감독기관은 어디인가요? 누가 감독하나요? 감독 기관은 누구인가요?
      谁负责监管？ 监管机构是谁？ 由谁监管？ 主管部门是哪个？ 谁负责执法？`),
    otherwise: [],
  },
  penalty: {
    so: questions(`
      What are the penalties? What are the fines? What is the penalty? What is the fine? What are the sanctions?
      How high are the fines? How high are the penalties? What penalties are there? What fines are there? What is the maximum fine?
      What is the maximum penalty? What is the highest fine? How much are the fines? What are the maximum penalties?
      What are the penalties for non-compliance? What are the fines for non-compliance? What are the consequences of non-compliance? What are the sanctions for violating it? What fines can be imposed?
      What penalties apply? What are the penalties for breaking it? How big are the fines? What are the penalties for violations?
      What happens if we do not comply? What happens if you do not comply? What happens if we don't comply? How much is the fine per breach? What fine is there for each violation?
      Wie hoch sind die Bußgelder? Welche Bußgelder drohen? Welche Strafen drohen? Wie hoch sind die Strafen? Welche Sanktionen gibt es? Was droht bei Verstößen? Welche Strafen gibt es bei Verstößen?
      Quelles sont les sanctions ? Quelles sont les amendes ? Quelles sont les sanctions en cas de non-respect ? Quel est le montant maximal de l'amende ? Quelle est l'amende maximale ?
      ¿Cuáles son las sanciones? ¿Cuáles son las multas? ¿Cuáles son las sanciones por incumplimiento? ¿Qué sanciones hay? ¿Cuál es la multa máxima?
      Quali sono le sanzioni? Quali sono le multe? Quali sono le sanzioni in caso di violazione? Qual è la sanzione massima?
      Quais são as sanções? Quais são as multas? Qual é a multa máxima? Qual é a coima máxima?
      Wat zijn de boetes? Hoe hoog zijn de boetes? Welke sancties zijn er? Wat is de maximale boete?
      Jakie są kary? Jakie kary grożą? Jaka jest maksymalna kara? Jakie są sankcje?
      Cezalar nelerdir? Cezası nedir? Yaptırımlar nelerdir? En yüksek ceza nedir?
      ما هي العقوبات؟ ما هي الغرامات؟ ما هي الغرامة القصوى؟
      罰則は何ですか？ 罰金はいくらですか？ 罰則は？
      벌칙은 무엇인가요? 과징금은 얼마인가요? 제재는 무엇인가요?
      有哪些处罚？ 处罚是什么？ 罚款是多少？ 最高罚款是多少？`),
    otherwise: [],
  },
  duties: {
    so: questions(`
      What does it require? What does it demand? What does it ask of us?
      What are the requirements? What are the main requirements? What are the key requirements? What are the obligations?
      What are the main obligations? What are the duties? What are the core obligations? What does it demand from companies? What does it expect of firms? What does it want companies to do? What does it expect from us? What does it ask companies to do? What obligations does it impose? What are our obligations?
      Was verlangt es? Was sind die Anforderungen? Was sind die Pflichten? Welche Pflichten gibt es?
      Quelles sont les obligations ? Quelles sont les exigences ? Qu'exige-t-elle ? Quelles sont les principales obligations ?
      ¿Qué exige? ¿Cuáles son los requisitos? ¿Cuáles son las obligaciones?
      Cosa richiede? Quali sono i requisiti? Quali sono gli obblighi?
      O que exige? Quais são os requisitos? Quais são as obrigações?
      Wat vereist het? Wat zijn de eisen? Wat zijn de verplichtingen?
      Jakie są wymagania? Jakie są obowiązki? Czego wymaga?
      Gereklilikleri nelerdir? Yükümlülükler nelerdir?
      ما هي المتطلبات؟ ما هي الالتزامات؟
      何が求められますか？ 企業に何を求めていますか？ 要件は何ですか？ 義務は何ですか？
      요구사항은 무엇인가요? 의무는 무엇인가요?
      有哪些要求？ 有哪些义务？ 主要要求是什么？`),
    otherwise: [],
  },
}

function questions(text: string): readonly string[] {
  return text
    .split(/(?<=[?？؟])/)
    .map((question) => question.trim())
    .filter((question) => question !== '')
}
