import { phrases } from '../../text/phrases.ts'
import type { Speech } from './speech.ts'

export const it: Speech = {
  opensFirst: true,
  openers: phrases(
    'quando, quale, quali, cosa, come, chi, quanto, quanti, quante, dove, perché, qual, quanta, che, cui, cos',
  ),
  forms: {
    comparison: phrases(
      'differenz*, confront*, rispetto a, versus, vs, rapporto tra, prevale, corrispond*, equival*',
    ),
    evidence: phrases(
      'evidenz*, prove, dimostrare, cosa vuole l auditor, auditor si aspetta, quali documenti, registrazioni',
    ),
    change: phrases(
      'cambia*, novita, nuovo in, cosa c e di nuovo, versione precedente, edizione precedente, nuova versione',
      'sostitui*, diventat*, passaggio da, transizione da',
    ),
    edition: phrases(
      'quale versione, quale edizione, ultima versione, ultima edizione, versione attuale, edizione attuale',
      'versione in vigore, edizione in vigore, versione vigente, versione piu recente, edizione piu recente',
      'e in vigore, e la versione, e l edizione',
    ),
    'first-steps': phrases(
      'per primo, cosa facciamo prima, da dove partire, da dove partiamo, da che parte',
      'primi passi, primo passo, da dove cominci*, da dove inizi*, come inizi*, come cominci*, cosa fare prima',
      'per prima cosa',
    ),
    money: phrases('multa, multe, sanzion*, penal*, quanto costa, quanto e alta, importo, ammenda'),
    count: ['quanti', 'quante', 'numero di'],
    clock: phrases(
      'quanti giorni, quante ore, quanti mesi, quanti anni, quante settimane, quale termine, entro quanto',
      'entro quando, quanto tempo, ogni quanto, con quale frequenza, termine*, scadenz*, ore, quanto dura',
      'quando va, quando vanno, quando bisogna, quando dobbiamo',
    ),
    date: phrases(
      'da quando, a partire da quando, quando, fino a quando, entrata in vigore, in vigore, che data, quale data',
    ),
    scope: phrases(
      'riguarda anche, si applica, riguarda, chi deve, a chi si applica, si applica a, ci riguarda, siamo soggetti',
      'ambito di applicazione, sogli*, esent*, chi e soggetto, chi rientra, rientriamo, quali aziende',
      'quali imprese, quali soggetti, rientra, rientrano, campo di applicazione',
    ),
    verdict: phrases(
      '^e obbligator*, ^e necessari*, ^dobbiamo, ^deve, ^devono, ^possiamo, ^puo, ^serve, ^occorre, ^esiste',
      '^richiede, ^c e, obbligator*, dobbiamo, possiamo, bisogna, e necessario, richiede, serve un',
    ),
    list: ['elenc*', 'quali sono', 'lista*', 'nomina', '^quali'],
    control: phrases(
      'quale articolo, quale controllo, quale requisito, quale clausola, quale misura, dove si trova, dove e',
      'quale punto, quale criterio, quali articoli, quali controlli, quali requisiti, quali clausole, quali misure',
      'quali obblighi, quali criteri',
    ),
    definition: phrases(
      'che cos e, cos e, cosa significa, cosa dice, cosa prevede, definizione, spiega*, di cosa parla',
    ),
    shorter: ['piu breve', 'piu corto', 'in breve', 'in una frase', 'sintesi'],
  },
  labels: {
    evidence: 'Evidenza',
    test: 'Verifica',
    finding: 'Rilievo tipico',
    controls: 'Dove si trova:',
    also: 'Da sapere:',
    firstSteps: 'Primi passi:',
    issuer: 'Pubblicato da',
    edition: 'Edizione attuale',
    earlier: 'Edizioni precedenti',
    draft: 'In bozza',
    kind: 'Natura',
    bound: 'Chi è tenuto',
    exempt: 'Chi è esente',
    duties: 'Che cosa chiede',
    clock: 'Termini',
    supervision: 'Chi controlla',
    certificate: 'Attestazione',
    penalty: 'Sanzioni',
    mapped: 'Corrispondenze:',
    measures: {
      people: 'Dipendenti',
      turnover: 'Fatturato',
      balance: 'Totale di bilancio',
      consumers: 'Persone o clienti interessati',
      share: 'Ricavi dalla vendita di dati, in %',
    },
  },
  yes: 'Sì.',
  no: 'No.',
  depends: 'Dipende.',
  english: 'Il testo dei moduli è in inglese.',
  invented: (id, framework) => `Non esiste **${id}** in ${framework}, per quanto ne sa il suo modulo.`,
  moved: (id, edition, now) => `**${id}** è un numero di ${edition}; oggi è ${now}.`,
  withdrawn: (id, edition) => `**${id}** è un numero di ${edition}; nulla ne ha preso il posto.`,
  superseded: (framework, edition, current) =>
    `${framework} ${edition} è superata; l'edizione vigente è ${current}.`,
  miscounted: (said) => `Non ${said}.`,
  unanswered: (framework) => `Il modulo di ${framework} non risponde a questo.`,
  nearest: 'Ciò che più si avvicina:',
  reviewed: (fullName, version, date) => `${fullName}, ${version}; modulo rivisto il ${date}.`,
  closing: 'Estratto dai moduli curati dal risponditore integrato: orientamento, non un parere di audit.',
}
