import { phrases } from '../../text/phrases.ts'
import type { Speech } from './speech.ts'

export const fr: Speech = {
  opensFirst: true,
  openers: phrases(
    'quand, quel, quelle, quels, quelles, comment, qui, combien, où, pourquoi, que, qu, quoi, lequel, laquelle',
    'lesquels, lesquelles, auquel',
  ),
  forms: {
    comparison: phrases(
      'difference*, differe*, compare*, comparaison, par rapport a, versus, vs, lien entre, prevaut, prime sur',
      'correspond*, articulation entre',
    ),
    evidence: phrases(
      'preuve*, justificatif*, demontrer, que veut l auditeur, auditeurs attendent, auditeur attend',
      'quels documents, elements probants',
    ),
    change: phrases(
      'change*, nouveau*, nouveaute*, ancienne version, ancienne edition, nouvelle version, remplace*, devenu',
      'evolution, mise a jour, passage de',
    ),
    edition: phrases(
      'quelle version, quelle edition, derniere version, derniere edition, version actuelle, edition actuelle',
      'version en vigueur, edition en vigueur, version la plus recente, edition la plus recente, version courante',
      'est en vigueur, est la version, est l edition',
    ),
    'first-steps': phrases(
      'par ou debuter, premiere chose, premieres choses, on commence par quoi, par ou on commence',
      'que faire d abord, d abord faire, commencer lundi',
      'premieres etapes, premiere etape, par ou commencer, comment commencer, commencer par, demarrer',
      'par quoi commencer, en premier',
    ),
    money: phrases('amende*, sanction*, penalite*, combien coute, montant, quel montant, a combien'),
    count: ['combien de', 'combien d', 'nombre de', 'nombre d', 'combien compte'],
    clock: phrases(
      'quel delai, delai*, en combien de temps, combien de temps, sous combien, a quelle frequence',
      'tous les combien, heures, duree, quand faut il, quand doit, quand devons, combien de mois, combien de jours',
      'combien d heures',
    ),
    date: phrases(
      'depuis quand, a partir de quand, quand, jusqu a quand, date d application, entree en vigueur, en vigueur',
      'quelle date, echeance',
    ),
    scope: phrases(
      's applique, qui doit, qui est concerne, a qui s applique, s applique t, s applique a, sommes nous concernes',
      'champ d application, seuil*, exempte*, soumis a, soumis au, concerne t, concerne*, quelles entreprises',
      'qui est vise, releve t, relevent, assujetti*',
    ),
    verdict: phrases(
      '^est ce, ^faut il, ^doit on, ^peut on, ^devons nous, ^avons nous, ^existe t il, ^y a t il',
      'est il obligatoire, est elle obligatoire, obligatoire, faut il, doit on, peut on, devons nous, exige t',
      'impose t, a t on le droit',
    ),
    list: phrases('liste*, quels sont, quelles sont, enumere*, cite*, nomme*, ^quels, ^quelles'),
    control: phrases(
      'quel article, quelle exigence, quelle clause, quel controle, quelle mesure, ou est, ou se trouve',
      'quel chapitre, quel critere, ou le, quels articles, quelles exigences, quelles mesures, quels controles',
      'quelles clauses, quels criteres, quelles obligations',
    ),
    definition: phrases(
      'qu exige, qu est ce que, qu est ce qu, c est quoi, que signifie, que dit, que prevoit, definition, explique*',
      'que veut dire, de quoi parle',
    ),
    shorter: ['plus court', 'en bref', 'en une phrase', 'resume'],
  },
  labels: {
    evidence: 'Preuve',
    test: 'Test',
    finding: 'Constat habituel',
    controls: 'Où cela figure :',
    also: 'À savoir aussi :',
    firstSteps: 'Premières étapes :',
    issuer: 'Publié par',
    edition: 'Édition en vigueur',
    earlier: 'Éditions antérieures',
    draft: 'En projet',
    kind: 'Nature',
    bound: 'Qui est tenu',
    exempt: 'Qui est exempté',
    duties: 'Ce qui est demandé',
    clock: 'Délais',
    supervision: 'Qui contrôle',
    certificate: 'Attestation',
    penalty: 'Sanctions',
    mapped: 'Correspondances :',
    measures: {
      people: 'Effectif',
      turnover: 'Chiffre d’affaires',
      balance: 'Total du bilan',
      consumers: 'Personnes ou clients concernés',
      share: 'Revenus de la vente de données, en %',
    },
  },
  yes: 'Oui.',
  no: 'Non.',
  depends: 'Cela dépend.',
  english: 'Le texte des modules est en anglais.',
  invented: (id, framework) =>
    `Il n'existe pas de **${id}** dans ${framework}, à la connaissance de son module.`,
  moved: (id, edition, now) => `**${id}** est un numéro de ${edition} ; c'est aujourd'hui ${now}.`,
  withdrawn: (id, edition) => `**${id}** est un numéro de ${edition} ; rien ne l'a remplacé.`,
  superseded: (framework, edition, current) =>
    `${framework} ${edition} est remplacée ; l'édition en vigueur est ${current}.`,
  miscounted: (said) => `Pas ${said}.`,
  unanswered: (framework) => `Le module ${framework} ne répond pas à cela.`,
  nearest: 'Ce qui en est le plus proche :',
  reviewed: (fullName, version, date) => `${fullName}, ${version} ; module revu le ${date}.`,
  closing:
    "Extrait des modules tenus à jour par le répondeur intégré : à titre d'orientation, pas une opinion d'audit.",
}
