import { fold } from '../text/fold.ts'
import { wordSet } from '../text/word-set.ts'

/** What has versions, pages, scores or doors with such numbers: "firmware 7.8.2", "room 2.14". */
export const NOT_IDS = wordSet(
  'firmware release version versione versión versie wersja surum build kernel software update patch driver node python openssl java',
  'gateway terminal router server client agent plugin module library interface alliance chrome firefox safari postgres postgresql mysql redis nginx',
  'apache kafka docker kubernetes jira confluence oracle splunk nessus ubuntu debian rhel centos macos tomcat spring php ruby perl jquery lodash glibc',
  'v ver rev template page pages seite seiten pagina página strona sayfa room raum zimmer salle sala zaal oda hall halle flat gate',
  'figure fig table tabelle tableau score scores grade note rating rated average median mean factor ratio cvss ph tls usb http sdk api ios android',
  'about roughly almost over than only around ca circa approx environ unos circa etwa rund knapp plus minus',
  'release rule mile route bus line linie ligne track lot bay psalm verse episode season dhcp windows office app game',
  'between zwischen entre tra tussen',
  'host hosts hostname ip ipv address addresses subnet network vlan ssh ping dns server servers machine adresse serveur servidor serveurs adresses dirección indirizzo adres',
)

/** Before a date or a time: "am 4.5.", "at 10.30". */
export const DATED = wordSet(
  'on at until till before after since from am um vom zum bis ab seit le du au des à avant el del al desde hasta antes il dal alle entro',
  'op om tot vanaf dia às até godz od saat by',
)

/** Before an id that is cited: "see 8.9", "number 6.12". */
export const INTRODUCING = wordSet(
  'see under in per to for as says said lists list listed names named cites cite cited mentions mentioned quotes quoted adds carries contains contain',
  'follows follow covers cover mapped maps addresses satisfies fulfils implements requires wants',
  'bogus invented nonexistent fictitious erfunden erfundene inventé inventés inexistant inexistants inventado inventados inventato inventati verzonnen zmyślone',
  'earlier formerly unknown phantom früher bisher unbekannt jadis antes inconnu desconocido',
  'does do did what whether while whereas called number no item row entry point ids id reference ref refs delete remove drop removed deleted and or are is was were but also then with against',
  'including include includes missing met open done ghost ghosts rows',
  'criterion outcome practice safeguard maßnahme maßnahmen kriterium kriterien kontrolle critère critères mesure mesures criterio criterios medida',
  'controle contrôle controllo maatregel norm',
  'article artikel artículo articolo artigo art madde abschnitt klausel paragraf paragraaf paragraphe clause cláusula clausola',
  'siehe unter laut gemäß nach nummer nr ziffer punkt angabe nennt zitiert listet wurde ist sind steht zu in mit auch sowie nur',
  'voir sous selon aussi numéro point cite citent mentionne est sont exigence exigences revanche',
  'ver según número punto cita menciona es son también el',
  'vedi secondo numero punto cita è sono anche',
  'zie volgens onder nummer punt alleen ook is zijn',
  'ver segundo número ponto cita é são também',
)

/** Before the number of a row, behind which an id may stand: "row 5 9.9.1". */
export const ROWS = wordSet(
  'row rows line lines finding findings item items entry question point ticket nr no number f q r',
  'zeile position frage befund feststellung ligne question constat point fila linea línea hallazgo pregunta punto riga rilievo domanda regel vraag bevinding linha wiersz pozycja satır',
)

/** Behind an id that says what somebody must do: "8.45 wants a policy". */
export const SAYING = wordSet(
  'wants want requires require says say asks ask demands demand mandates mandate obliges prescribes puzzles forbids needs talks',
  'verlangt fordert regelt schreibt sagt besagt will exige impose prévoit demande dit prevede richiede impone chiede exige pide prevé requiere dice vereist eist zegt vraagt pede prevê wymaga ister',
)

/** Behind an id that begins a sentence: "11.4 is a phantom". */
export const BEING = wordSet(
  'is isn are was were does doesn exists sei ist war était era gibt existiert est n existe es no è não é is bestaat nie',
)

/** What has an address. */
export const MACHINES = wordSet(
  'host bastion server vm box router switch gateway firewall proxy subnet vlan node',
)

/** Units, which a version or a quantity has behind it. */
export const COUNTED = wordSet(
  'gb mb kb tb ghz mhz inch inches kg km cm mm m v w h kw mw kwh hpa nm g l ml dl t kt mg a x k kn db lux percent per times points point pts',
  'hours hour hrs days day weeks week months month years year minutes minute min seconds second sec ms s am pm fte people persons users',
  'million millions billion thousand mio mrd euro euros eur usd chf gbp sgd sar cents dollars pounds zl tl r rs lira',
  'tage tagen tag stunden std uhr wochen monate jahre prozent minuten sekunden personen',
  'jours jour heures heure semaines mois ans minutes secondes pour',
  'horas hora días meses años minutos segundos puntos por',
  'ore giorni mesi anni minuti secondi punti per',
  'uur dagen dag weken maanden jaar minuten seconden',
  'dias meses anos minutos dni godzin miesięcy gün saat ay yıl dakika',
)

/** The same in Chinese and Japanese: what counts, dates, or numbers something else, right behind the number. */
export const COUNTED_UNSPACED: ReadonlySet<string> = new Set(
  '年月日時时点點分秒週周歳岁個个件名人社円元圆圓万萬億亿兆回次度階層层頁页号號割倍台条條款項项章節节卷巻版',
)

/** The same in Korean: beginnings of words. */
export const COUNTED_HANGUL: readonly string[] =
  '년 월 일 시간 분 초 원 명 건 개 회 차 주 장 절 조 항 호 쪽 면 권 층 번 만 억 퍼'.split(' ').map(fold)
