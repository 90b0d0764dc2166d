import { phrases } from '../../text/phrases.ts'
import type { Speech } from './speech.ts'

export const nl: Speech = {
  opensFirst: true,
  openers: phrases(
    'wanneer, welke, wat, hoe, wie, waar, waarom, welk, hoeveel, waarvoor, waarin, waarmee, waarop, waarover, wiens',
    'waaruit',
  ),
  forms: {
    comparison: phrases(
      'verschil*, vergelijk*, vergeleken met, versus, vs, verhouding tussen, gaat voor, komt overeen',
      'ten opzichte van',
    ),
    evidence: phrases(
      'bewijs*, aantonen, wat wil de auditor, auditor zien, auditors willen, welke documenten',
    ),
    change: phrases(
      'veranderd, gewijzigd, wijziging*, wat is nieuw, nieuw in, vorige versie, oude versie, nieuwe versie',
      'vervangen, is geworden, overgang van',
    ),
    edition: phrases(
      'welke versie, welke editie, welke uitgave, laatste versie, laatste editie, nieuwste versie, nieuwste editie',
      'huidige versie, huidige editie, actuele versie, geldende versie, meest recente versie, is actueel',
      'is nu geldig, is geldig, is van kracht',
    ),
    'first-steps': phrases(
      'eerst doen, eerst aanpakken, waar beginnen we, waar begin ik, het eerst',
      'eerste stappen, eerste stap, waar beginnen, hoe beginnen, beginnen we, waar te beginnen, wat eerst',
      'als eerste',
    ),
    money: phrases('boete*, sanctie*, straf*, hoe hoog, wat kost, bedrag'),
    count: ['hoeveel', 'aantal'],
    clock: phrases(
      'hoe snel, binnen welke, termijn*, hoe lang, hoe vaak, binnen hoeveel, meldtermijn, hoeveel tijd, uur',
      'wanneer moet*, hoeveel uur, hoeveel dagen, hoeveel maanden',
    ),
    date: phrases(
      'sinds wanneer, vanaf wanneer, wanneer, tot wanneer, van kracht, inwerkingtreding, welke datum, ingangsdatum',
    ),
    scope: phrases(
      'wie moet, voor wie, op wie, geldt voor, van toepassing, vallen wij, vallen we, valt onder, toepassingsgebied',
      'drempel*, vrijgesteld, wie valt, welke bedrijven, welke organisaties, wie vallen, vallen bedrijven',
    ),
    verdict: phrases(
      '^is, ^zijn, ^moet, ^moeten, ^mag, ^mogen, ^kan, ^kunnen, ^heeft, ^hebben, ^bestaat, ^geldt, ^vereist',
      'moeten we, mogen we, verplicht, nodig, vereist',
    ),
    list: phrases('welke zijn, lijst, noem, opsomm*, wat zijn de, ^welke'),
    control: phrases(
      'welke maatregel, welk artikel, welke eis, welke clausule, waar staat, welke control, welke bepaling',
      'in welk artikel, welke maatregelen, welke artikelen, welke eisen, welke clausules, welke controls',
      'welke bepalingen, welke verplichtingen',
    ),
    definition: phrases('wat is, wat betekent, wat zegt, wat houdt, definitie, leg uit, uitleg'),
    shorter: ['korter', 'kort', 'in een zin', 'samengevat'],
  },
  labels: {
    evidence: 'Bewijs',
    test: 'Toets',
    finding: 'Gebruikelijke bevinding',
    controls: 'Waar het staat:',
    also: 'Ook goed om te weten:',
    firstSteps: 'Eerste stappen:',
    issuer: 'Uitgegeven door',
    edition: 'Huidige editie',
    earlier: 'Eerdere edities',
    draft: 'In ontwerp',
    kind: 'Soort',
    bound: 'Wie gebonden is',
    exempt: 'Wie vrijgesteld is',
    duties: 'Wat gevraagd wordt',
    clock: 'Termijnen',
    supervision: 'Wie toetst',
    certificate: 'Aantoonbaarheid',
    penalty: 'Sancties',
    mapped: 'Komt overeen met:',
    measures: {
      people: 'Medewerkers',
      turnover: 'Omzet',
      balance: 'Balanstotaal',
      consumers: 'Betrokkenen of klanten',
      share: 'Omzet uit verkoop van gegevens, in %',
    },
  },
  yes: 'Ja.',
  no: 'Nee.',
  depends: 'Dat hangt ervan af.',
  english: 'De tekst van de modules is Engels.',
  invented: (id, framework) => `Er is geen **${id}** in ${framework}, voor zover de module weet.`,
  moved: (id, edition, now) => `**${id}** is een nummer van ${edition}; nu is het ${now}.`,
  withdrawn: (id, edition) =>
    `**${id}** is een nummer van ${edition}; er is niets voor in de plaats gekomen.`,
  superseded: (framework, edition, current) =>
    `${framework} ${edition} is vervangen; de huidige editie is ${current}.`,
  miscounted: (said) => `Niet ${said}.`,
  unanswered: (framework) => `De module over ${framework} beantwoordt dat niet.`,
  nearest: 'Het dichtst in de buurt:',
  reviewed: (fullName, version, date) => `${fullName}, ${version}; module herzien op ${date}.`,
  closing:
    'Ontleend aan de onderhouden modules door de ingebouwde beantwoorder: ter oriëntatie, geen auditoordeel.',
}
