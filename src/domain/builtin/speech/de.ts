import { phrases } from '../../text/phrases.ts'
import type { Speech } from './speech.ts'

export const de: Speech = {
  opensFirst: true,
  openers: `wann welche welcher welches welchen welchem was wie wer wen wem wo warum wieso wieviel wieviele
    wessen woran wofür womit wozu wodurch worin woraus worauf wohin woher weshalb inwieweit inwiefern wovon wogegen`.split(
    /\s+/,
  ),
  forms: {
    comparison: phrases(
      'unterschied*, verglichen mit, im vergleich, vergleich*, versus, vs, verhaltnis zwischen, geht vor, vorrang',
      'entspricht, abgrenzung, oder gilt beides, gegenuber',
    ),
    evidence: phrases(
      'nachweis*, beleg*, was will der prufer, was wollen prufer, auditor sehen, prufer sehen',
      'dokumente brauchen wir, unterlagen, weisen wir, weist man',
    ),
    change: phrases(
      'geandert, anderung*, was ist neu, neu in, neuerungen, fruher, alte fassung, alte version, neue fassung',
      'neue version, ersetzt, umbenannt, wurde aus, heisst jetzt, umstellung, ubergang von',
    ),
    edition: phrases(
      'welche version, welche fassung, welche ausgabe, welche edition, aktuelle version, aktuelle fassung',
      'aktuelle ausgabe, aktuellste version, neueste version, neueste fassung, neueste ausgabe, letzte version',
      'derzeitige version, gultige version, gultige fassung, gultige ausgabe, ist aktuell, ist derzeit gultig',
      'ist gultig, aktueller stand, aktuellen version, version gilt, fassung gilt, ausgabe gilt',
    ),
    'first-steps': phrases(
      'als erstes, als erster schritt, womit fange, wo fange, wo fangen, fangen wir am besten an',
      'zuerst machen, zuerst angehen',
      'erste schritte, ersten schritte, womit anfangen, wo anfangen, wie anfangen, wie fangen wir, womit beginnen',
      'womit fangen, wie beginnen, was zuerst, zuerst tun, einstieg, loslegen',
    ),
    money: phrases('bussgeld*, strafe*, geldbusse*, sanktion*, wie hoch, wie teuer, was kostet, kosten'),
    count: ['wie viele', 'wieviele', 'anzahl', 'wie viel'],
    clock: phrases(
      'wie schnell, bis wann mussen wir melden, wie lange, innerhalb welcher, frist*, meldefrist*, wie oft',
      'wie haufig, in welchem zeitraum, binnen, wie viel zeit, stunden, bis wann muss, bis wann mussen',
      'bis wann ist, wann muss, wann mussen, wie viele monate, nach wie vielen',
    ),
    date: phrases(
      'seit wann, ab wann, wann, bis wann, in kraft, stichtag, gilt seit, gultig ab, ubergangsfrist',
    ),
    scope: phrases(
      'wer muss, wer ist betroffen, fur wen, wen betrifft, betroffen, fallen wir, fallt unter, gilt fur uns',
      'gilt das fur, anwendungsbereich, geltungsbereich, schwellenwert*, ausgenommen, gilt die, gilt der',
      'welche unternehmen, welche firmen, wer fallt, fallt ein, fallen auch, gilt das auch',
    ),
    verdict: phrases(
      '^ist, ^sind, ^muss, ^mussen, ^darf, ^durfen, ^kann, ^konnen, ^braucht, ^brauchen, ^gibt es, ^gilt, ^verlangt',
      '^reicht, ^soll, ^hat, mussen wir, brauchen wir, durfen wir, ist es erlaubt, verpflichtend, pflicht',
      'vorgeschrieben, notig',
    ),
    list: phrases(
      'welche sind, liste*, nenne, nennen sie, zahle auf, was sind die, welche kategorien, welche stufen',
      'welche arten, ^welche',
    ),
    control: phrases(
      'welche massnahme*, welcher artikel, welche anforderung*, welches kapitel, welche klausel, welches control',
      'welche controls, welche kontrolle*, welche artikel, welche klauseln, welche kapitel, welche vorschriften',
      'welche pflichten, wo steht, wo regelt, wo ist geregelt, welche vorschrift, welcher paragraf',
    ),
    definition: phrases(
      'was ist, was bedeutet, was heisst, was sagt, was regelt, was verlangt, erklare, erklaren sie, definition',
      'worum geht',
    ),
    shorter: ['kurzer', 'kurz', 'in einem satz', 'kurzfassung'],
  },
  labels: {
    evidence: 'Nachweis',
    test: 'Prüfschritt',
    finding: 'Übliche Feststellung',
    controls: 'Wo es steht:',
    also: 'Außerdem wichtig:',
    firstSteps: 'Erste Schritte:',
    issuer: 'Herausgeber',
    edition: 'Aktuelle Ausgabe',
    earlier: 'Frühere Ausgaben',
    draft: 'Im Entwurf',
    kind: 'Art',
    bound: 'Wer gebunden ist',
    exempt: 'Wer ausgenommen ist',
    duties: 'Was verlangt wird',
    clock: 'Fristen',
    supervision: 'Wer prüft',
    certificate: 'Nachweis nach außen',
    penalty: 'Sanktionen',
    mapped: 'Zugeordnet:',
    measures: {
      people: 'Beschäftigte',
      turnover: 'Umsatz',
      balance: 'Bilanzsumme',
      consumers: 'Betroffene oder Kunden',
      share: 'Umsatz aus Datenverkauf, in %',
    },
  },
  yes: 'Ja.',
  no: 'Nein.',
  depends: 'Es kommt darauf an.',
  english: 'Der Text der Module ist englisch.',
  invented: (id, framework) => `Es gibt kein **${id}** in ${framework}, soweit das Modul es weiß.`,
  moved: (id, edition, now) => `**${id}** ist eine Nummer von ${edition}; heute ist es ${now}.`,
  withdrawn: (id, edition) => `**${id}** ist eine Nummer von ${edition}; nichts ist an ihre Stelle getreten.`,
  superseded: (framework, edition, current) =>
    `${framework} ${edition} ist abgelöst; die aktuelle Fassung ist ${current}.`,
  miscounted: (said) => `Nicht ${said}.`,
  unanswered: (framework) => `Das Modul zu ${framework} beantwortet das nicht.`,
  nearest: 'Am nächsten kommt:',
  reviewed: (fullName, version, date) => `${fullName}, ${version}; Modul geprüft am ${date}.`,
  closing:
    'Vom eingebauten Antwortgeber aus den gepflegten Modulen entnommen: zur Orientierung, kein Prüfungsurteil.',
}
