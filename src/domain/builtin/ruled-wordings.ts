import type { Asked, PlainPoint } from './plain-wordings.ts'
import { questions } from './questions.ts'

/** How people ask the plain questions that a ruling answers. */
export const RULED_WORDINGS: Readonly<Partial<Record<PlainPoint, Asked>>> = {
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
      May we skip it? Can we skip it? Can we ignore it? May we ignore it?
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
      Does it apply to startups? Does it apply to start-ups? Does it also apply to small companies? Does it apply to micro companies? Do small shops have to care?
      Are small companies covered? Are small businesses covered? Are SMEs covered? Are small companies bound? Are SMEs bound?
      Are small companies affected? Do small companies have to comply? Must small companies comply? Do small businesses have to comply?
      Does it affect small businesses? Do startups need to comply? Are small companies subject to it? Does it apply to companies of any size? Does it apply to every company size? Are startups covered? Do SMEs have to comply?
      Gilt das auch für kleine Unternehmen? Gilt das für kleine Firmen? Gilt es für KMU? Sind kleine Unternehmen betroffen?
      Müssen kleine Unternehmen es einhalten? Müssen sich kleine Firmen daran halten? Müssen KMU das einhalten?
      Est-ce que cela s'applique aux petites entreprises ? S'applique-t-il aux PME ? Les PME sont-elles concernées ?
      Les petites entreprises sont-elles soumises ? Les PME doivent-elles s'y conformer ? Les petites entreprises doivent-elles le respecter ?
      ¿Se aplica a las pequeñas empresas? ¿Se aplica a las pymes? ¿Afecta a las pymes?
      ¿Deben cumplirlo las pequeñas empresas? ¿Tienen que cumplir las pymes?
      Si applica alle piccole imprese? Si applica alle PMI? Riguarda le PMI? Le piccole imprese devono rispettarlo?
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
      Are small companies out of scope? Are small businesses out of scope? Are small firms out of scope? Are SMEs out of scope? Can a small company ignore it? Can small companies ignore it?
      Sind kleine Unternehmen ausgenommen? Sind kleine Firmen ausgenommen? Sind kleine Betriebe befreit? Gibt es eine Größenschwelle? Sind KMU ausgenommen? Gibt es eine Ausnahme für kleine Unternehmen?
      Les PME sont-elles exemptées ? Les petites entreprises sont-elles exemptées ? Existe-t-il un seuil de taille ?
      ¿Están exentas las pymes? ¿Están exentas las pequeñas empresas? ¿Hay un umbral de tamaño?
      Le piccole imprese sono esenti? Le PMI sono esenti?
      As pequenas empresas estão isentas? As PME estão isentas?
      Zijn kleine bedrijven vrijgesteld? Is het mkb vrijgesteld? Is er een drempel?
      Czy małe firmy są zwolnione?`),
  },
}
