import { expect, test } from 'vitest'
import { languageOf } from '../../../src/domain/text/language.ts'

test.each([
  ['How many controls does ISO 27001 have?', 'en'],
  ['Wie viele Maßnahmen hat ISO 27001?', 'de'],
  ['Bis wann müssen wir einen Vorfall nach NIS2 melden?', 'de'],
  ['Combien de contrôles compte ISO 27001 ?', 'fr'],
  ['Quel est le montant maximal des amendes du RGPD ?', 'fr'],
  ['¿Cuántos controles tiene ISO 27001?', 'es'],
  ['¿Es obligatoria la certificación según el RGPD?', 'es'],
  ['Quanti controlli ha ISO 27001?', 'it'],
  ['La certificazione è obbligatoria per il GDPR?', 'it'],
  ['Quantos controles tem a ISO 27001?', 'pt'],
  ['A certificação é obrigatória na LGPD?', 'pt'],
  ['Hoeveel maatregelen heeft ISO 27001?', 'nl'],
  ['Is certificering verplicht onder de AVG?', 'nl'],
  ['Ile zabezpieczeń ma ISO 27001?', 'pl'],
  ['ISO 27001 kaç kontrol içerir?', 'tr'],
  ['ISO 27001の管理策はいくつありますか?', 'ja'],
  ['ISO 27001의 통제 항목은 몇 개입니까?', 'ko'],
  ['ISO 27001 有多少控制项?', 'zh'],
  ['كم عدد الضوابط في ISO 27001؟', 'ar'],
  ['GDPR Art. 33', 'en'],
  ['turnover 900k aud, does the privacy act apply?', 'en'],
  ['Does COPPA apply to a small non-profit?', 'en'],
  ['Is non-compliance fined?', 'en'],
  ['non-EU company, GDPR?', 'en'],
  ['List non-conformities', 'en'],
  ['Does it apply to a no-code tool?', 'en'],
  ['ad hoc audit SOC 2', 'en'],
  ['Does it apply per se?', 'en'],
  ['Non è obbligatorio il DPO per il GDPR?', 'it'],
  ['La non-conformité est-elle sanctionnée par le RGPD ?', 'fr'],
  ['Is one scan a year enough?', 'en'],
  ['May we say no to investigators?', 'en'],
  ['Is Maturity Level One enough?', 'en'],
  ['Is een pentest verplicht?', 'nl'],
  ['Do kiedy trzeba wdrożyć dyrektywę?', 'pl'],
  ['TISAX AL2 vs AL3', 'en'],
  ['TISAX: AL 2 vs AL 3', 'en'],
  ['tisax al2 vs al3', 'en'],
  ['CE Plus price', 'en'],
  ['Reicht die CE-Kennzeichnung?', 'de'],
  ['QUELLES SONT LES AMENDES DU RGPD', 'fr'],
  ['', 'en'],
])('%s is %s', (text, language) => {
  expect(languageOf(text)).toBe(language)
})

test('a long text is judged by its end, quickly', () => {
  expect(
    languageOf(
      `${'the control is in place '.repeat(50_000)}\nWelche Nachweise will der Prüfer dazu sehen, und bis wann sollen wir sie haben? ${'Das ist für uns wichtig, und wir wollen es bald wissen. '.repeat(12)}`,
    ),
  ).toBe('de')
})

test.each([
  ['Is OSFI B-13 mandatory?', 'en'],
  ['is 524B mandatory?', 'en'],
  ['Is SAMA CSF mandatory?', 'en'],
  ['ESRS limited assurance: will it become reasonable assurance?', 'en'],
  ['ESRS E4 phase-in: until when?', 'en'],
  ['Is ISO 27001 verplicht?', 'nl'],
  ['ISMAP 登録 有効期間', 'ja'],
  ['数据安全法适用于哪些企业', 'zh'],
  ['Luật bảo vệ dữ liệu cá nhân có hiệu lực khi nào?', 'en'],
] as const)('a name or a number of a framework makes no other language: %s', (text, language) => {
  expect(languageOf(text)).toBe(language)
})
