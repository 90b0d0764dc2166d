import { phrases } from '../../text/phrases.ts'
import type { Speech } from './speech.ts'

export const pl: Speech = {
  opensFirst: true,
  openers: phrases(
    'kiedy, który, która, które, jaki, jaka, jakie, co, jak, kto, gdzie, ile, dlaczego, kogo, komu, kim, czyj',
    'jakich, jakiego, jakiej, jakim, jakimi, jaką, którego, których, której, którym, którzy, którą, ilu, iloma',
    'czego, czym, czemu, skąd, dokąd',
  ),
  forms: {
    comparison: phrases(
      'roznic*, rozni, porown*, w porownaniu, versus, vs, relacja miedzy, pierwszenstwo, odpowiada*',
    ),
    evidence: phrases(
      'dowod*, dowody, wykaza*, czego chce audytor, audytor oczekuje, jakie dokumenty, udokument*',
    ),
    change: phrases(
      'zmienił*, zmian*, co nowego, nowego w, poprzednia wersja, stara wersja, nowa wersja, zastapi*, przejscie z',
    ),
    edition: phrases(
      'jaka wersja, ktora wersja, jakie wydanie, ktore wydanie, najnowsza wersja, najnowsze wydanie, aktualna wersja',
      'aktualne wydanie, obowiazujaca wersja, ostatnia wersja, biezaca wersja, jest aktualna, jest aktualne',
      'obecnie obowiazuje, wersja obowiazuje',
    ),
    'first-steps': phrases(
      'najpierw zrobic, na poczatek, pierwsza rzecz, zaczac',
      'pierwsze kroki, pierwszy krok, od czego zacz*, jak zacz*, co najpierw, zaczac od',
    ),
    money: phrases('kar*, grzywn*, sankcj*, ile kosztuje, jak wysok*, wysokosc'),
    count: ['ile', 'liczba', 'ilu'],
    clock: phrases(
      'minimalny okres, jak długo, w jakim terminie, termin*, jak szybko, jak dlugo, jak czesto, w ciagu ilu',
      'ile czasu, ile godzin, ile dni, kiedy trzeba, kiedy musi*, ile mamy czasu, ile jest czasu, po ilu',
      'do kiedy trzeba, do kiedy musi*',
    ),
    date: phrases('od kiedy, kiedy, do kiedy, wejscie w zycie, wchodzi w zycie, obowiazuje od, jaka data'),
    scope: phrases(
      'kto musi, kogo dotyczy, kogo obowiazuje, czy dotyczy nas, podlega*, zakres stosowania, prog*, zwolnion*',
      'objet*, jakie firmy, ktore firmy, jakie podmioty, czy dotyczy',
    ),
    verdict: phrases(
      '^czy, czy musimy, czy trzeba, czy mozna, obowiazkow*, wymagan*, konieczn*, musimy, mozemy',
    ),
    list: ['wymien', 'lista', 'jakie sa', '^jakie', '^ktore'],
    control: phrases(
      'ktory artykul, ktora kontrola, ktory wymog, ktory punkt, gdzie jest, jaki artykul, ktore zabezpieczenie',
      'ktory srodek, ktore artykuly, ktore wymagania, ktore kontrole, ktore srodki, jakie artykuly, jakie obowiazki',
      'ktore zabezpieczenia, ktore punkty',
    ),
    definition: phrases('co to jest, co to, czym jest, co oznacza, co mowi, definicj*, wyjasnij'),
    shorter: ['krocej', 'krotko', 'w skrocie', 'jednym zdaniem'],
  },
  labels: {
    evidence: 'Dowód',
    test: 'Test',
    finding: 'Typowe ustalenie',
    controls: 'Gdzie to stoi:',
    also: 'Warto wiedzieć:',
    firstSteps: 'Pierwsze kroki:',
    issuer: 'Wydawca',
    edition: 'Aktualne wydanie',
    earlier: 'Wcześniejsze wydania',
    draft: 'W projekcie',
    kind: 'Rodzaj',
    bound: 'Kogo wiąże',
    exempt: 'Kto jest zwolniony',
    duties: 'Czego wymaga',
    clock: 'Terminy',
    supervision: 'Kto kontroluje',
    certificate: 'Poświadczenie',
    penalty: 'Sankcje',
    mapped: 'Odpowiedniki:',
    measures: {
      people: 'Pracownicy',
      turnover: 'Obrót',
      balance: 'Suma bilansowa',
      consumers: 'Osoby lub klienci',
      share: 'Przychód ze sprzedaży danych, w %',
    },
  },
  yes: 'Tak.',
  no: 'Nie.',
  depends: 'To zależy.',
  english: 'Tekst modułów jest po angielsku.',
  invented: (id, framework) => `W ${framework} nie ma **${id}**, o ile wie jego moduł.`,
  moved: (id, edition, now) => `**${id}** to numer z ${edition}; dziś jest to ${now}.`,
  withdrawn: (id, edition) => `**${id}** to numer z ${edition}; nic go nie zastąpiło.`,
  superseded: (framework, edition, current) =>
    `${framework} ${edition} jest zastąpione; obowiązuje wydanie ${current}.`,
  miscounted: (said) => `Nie ${said}.`,
  unanswered: (framework) => `Moduł ${framework} na to nie odpowiada.`,
  nearest: 'Najbliżej tego jest:',
  reviewed: (fullName, version, date) => `${fullName}, ${version}; moduł sprawdzono ${date}.`,
  closing:
    'Wybrane z prowadzonych modułów przez wbudowanego odpowiadającego: dla orientacji, nie opinia audytora.',
}
