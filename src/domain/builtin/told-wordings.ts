import type { Asked, PlainPoint } from './plain-wordings.ts'
import { questions } from './questions.ts'

/** How people ask the plain questions that a row of the profile or a line of the module answers. */
export const TOLD_WORDINGS: Readonly<Partial<Record<PlainPoint, Asked>>> = {
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
      Who adopted it? Who enacted it? Who passed it? Who drafted it? Who maintains it? Who is the publisher? Which body publishes it? Which organization publishes it?
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
      What does non-compliance cost? What is the cost of non-compliance? What are the risks of non-compliance? What is the risk of not complying?
      What happens in case of non-compliance? What happens if we are not compliant? What if we are non-compliant? What if we do not comply?
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
  evidence: {
    so: questions(`
      What evidence do we need? What evidence is needed? What evidence is required? Which evidence is expected? What evidence do auditors want?
      What evidence do auditors ask for? What evidence will the auditor ask for? What evidence will an auditor want to see? What do auditors ask for?
      What do auditors look at? What do auditors look for? What will the auditor check? What will an auditor ask? What does an auditor want to see?
      What does an assessor want to see? What will the assessor ask for? What do auditors ask first? What do assessors look at first?
      What proof is needed? What proof do we need? What proof does an auditor want? What proof of compliance is needed? What proof is expected?
      What documents do we need? Which documents are needed? Which documents do auditors ask for? Which documents should we have ready?
      Which records do we need? Which records must we keep? What records do we have to keep? Which documents must we keep?
      Which documents do we have to show? What do we have to show the auditor? What do we need to show an auditor? What documentation is needed?
      What documentation do we need? What documentation is required? Which documentation does the auditor expect? What goes into the audit file?
      How do we prove compliance? How can we prove compliance? How do we demonstrate compliance? How can a company demonstrate compliance?
      How do you prove that you comply? How is compliance proven? How is compliance demonstrated? How do we evidence compliance?
      What evidence shows compliance? What artifacts do auditors want? What artefacts are needed? What should be in the audit file? What does the auditor inspect?
      What does the evidence file hold? What evidence should we collect? What evidence should we prepare? What should we prepare for the audit?
      How do we prepare for an audit? What do we need for the audit? What do regulators ask to see? What will the regulator want to see? What does the authority ask to see?
      What evidence do we have to show in the first week? Which papers does the auditor want on day one? What should we have ready before the audit starts?
      Which documents are required by name? Which documents are mandatory? What documentation is mandatory? Which records are mandatory?
      Evidence checklist? Audit checklist? List of evidence? Audit evidence? Document checklist? List of documents for the audit?
      Welche Nachweise brauchen wir? Welche Nachweise sind nötig? Welche Nachweise will der Prüfer sehen? Welche Nachweise verlangt der Auditor? Was will der Prüfer sehen? Was will der Auditor sehen?
      Welche Dokumente brauchen wir? Welche Unterlagen brauchen wir? Welche Unterlagen verlangt der Prüfer? Wie weisen wir die Einhaltung nach? Wie weisen wir nach, dass wir es einhalten? Welche Belege brauchen wir? Welche Nachweise will der Prüfer am ersten Tag sehen? Was zeigen wir in der ersten Woche?
      Quelles preuves faut-il ? Quelles preuves demande l'auditeur ? Quels documents faut-il ? Que veut voir l'auditeur ? Quels justificatifs faut-il fournir ? Comment démontrer la conformité ? Comment prouver la conformité ?
      ¿Qué evidencias necesitamos? ¿Qué evidencias pide el auditor? ¿Qué documentos necesitamos? ¿Qué pide el auditor? ¿Qué pruebas pide el auditor? ¿Cómo demostramos el cumplimiento? ¿Cómo se demuestra el cumplimiento?
      Quali evidenze servono? Quali evidenze chiede l'auditor? Quali documenti servono? Cosa chiede l'auditor? Come dimostriamo la conformità? Come si dimostra la conformità?
      Que evidências são necessárias? Que evidências o auditor pede? Quais documentos são necessários? Como comprovar a conformidade? Como demonstrar a conformidade?
      Welk bewijs is nodig? Welk bewijs wil de auditor zien? Welke documenten zijn nodig? Welke documenten hebben we nodig? Hoe tonen we naleving aan? Hoe kunnen we naleving aantonen?
      Jakie dowody są potrzebne? Jakich dowodów oczekuje audytor? Jakie dokumenty są potrzebne? Jak wykazać zgodność?
      Hangi kanıtlar gerekli? Denetçi hangi kanıtları ister? Hangi belgeler gerekli? Uyumu nasıl kanıtlarız?
      ما هي الأدلة المطلوبة؟ ما الوثائق المطلوبة؟ ما الأدلة التي يطلبها المدقق؟
      どんな証拠が必要ですか？ 監査人は何を求めますか？ どのような証跡が必要ですか？ 必要な文書は何ですか？
      어떤 증거가 필요한가요? 감사인은 무엇을 요구하나요? 어떤 증빙이 필요한가요? 필요한 문서는 무엇인가요?
      需要哪些证据？ 审计师会要求什么证据？ 需要哪些文件？ 需要什么证明材料？`),
    otherwise: [],
  },
}
