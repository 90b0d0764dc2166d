import { expect, test } from 'vitest'
import { formsOf } from '../../../src/domain/builtin/read-forms.ts'
import { askedWithoutVerb, asksYesOrNo } from '../../../src/domain/builtin/yes-or-no.ts'

test.each([
  ['de', 'Zählen Wochenenden bei den 72 Stunden mit?', true],
  ['de', 'Nach wie vielen Monaten Untätigkeit der Behörde kann man klagen?', false],
  ['de', 'Was verlangt Art. 33 DSGVO von uns?', false],
  ['de', 'Bis wann sind Zertifikate nach ISO 27001:2013 gültig?', false],
  ['fr', 'Le consentement est-il toujours nécessaire ?', true],
  ['fr', 'Une entreprise qui vend en ligne doit-elle désigner un DPO ?', true],
  ['fr', 'À partir de quel âge un mineur peut-il consentir seul ?', false],
  ['fr', 'Qu’est-ce que le droit à l’oubli ?', false],
  ['es', '¿Hay que notificar todas las brechas?', true],
  ['es', '¿En qué plazo hay que notificar una brecha?', false],
  ['it', 'I dati devono restare nell’UE?', true],
  ['it', 'In che modo si prova il consenso?', false],
  ['pt', 'As microempresas precisam de um encarregado?', true],
  ['pt', 'O que diz o artigo 33.º?', false],
  ['nl', 'Volstaat een verwerkersovereenkomst voor doorgifte?', true],
  ['nl', 'Binnen welke termijn moet een datalek gemeld worden?', false],
  ['pl', 'DORA: w ciągu ilu godzin trzeba zgłosić incydent?', false],
  ['pl', 'Czy RODO dotyczy małych firm?', true],
] as const)('%s: whether "%s" asks for a yes or no is %s', (language, text, closed) => {
  expect(asksYesOrNo(text, language)).toBe(closed)
})

test('what asks for both, for nothing, or in another language is left to the forms', () => {
  expect(asksYesOrNo('Müssen wir melden? Wenn ja, wie schnell?', 'de')).toBeUndefined()
  expect(asksYesOrNo('Bußgelder der DSGVO', 'de')).toBeUndefined()
  expect(asksYesOrNo('Do weekends count?', 'en')).toBeUndefined()
})

test('a yes or no is asked for before the figure that the question speaks of, and not in a question for a case', () => {
  const kindsOf = (text: string): string[] => formsOf(text, 'fr').map(({ kind }) => kind)
  expect(kindsOf('Les week-ends comptent-ils dans les 72 heures ?')[0]).toBe('verdict')
  expect(kindsOf('Dans quels cas une AIPD est-elle obligatoire ?')).not.toContain('verdict')
})

test.each([
  ['We have 8,000 users in the EU but no office. GDPR representative needed?', 'needed'],
  ['Our developer wants to keep the CVV for renewals. PCI DSS allowed?', 'allowed'],
  ["NIS2: our CEO says he isn't personally liable. True?", 'True'],
  ['Two people, one server. DPO mandatory for us?', 'mandatory for us'],
  ['A photo of the badge is all that we keep: enough?', 'enough'],
])('a question without its verb asks for a yes or no: %s', (text, words) => {
  expect(askedWithoutVerb(text)).toBe(words)
  expect(formsOf(text, 'en').map(({ kind }) => kind)).toContain('verdict')
})

test.each([
  'What is required?',
  'GDPR: which evidence is needed?',
  'When is a DPO mandatory?',
  'A DPO is required. Since when?',
  'It is needed.',
])('a question with an opening word, or none, asks for none so: %s', (text) => {
  expect(askedWithoutVerb(text)).toBeUndefined()
})
