import { describe, expect, test } from 'vitest'
import { questionForms } from '../../../src/domain/builtin/question-forms.ts'
import { formsOf } from '../../../src/domain/builtin/read-forms.ts'
import { QUESTION_KINDS, speechOf } from '../../../src/domain/builtin/speech/speech.ts'
import { LANGUAGES, languageOf, type Language } from '../../../src/domain/text/language.ts'

/** The kinds that a question of these words alone has; a verdict beside a figure is told by another rule. */
const kindsOf = (text: string, language: Language): string[] =>
  formsOf(text, language).map(({ kind }) => kind)

test.each(LANGUAGES)('every form of %s is found in a question that is made of it', (language) => {
  const { forms } = speechOf(language)
  const lost = QUESTION_KINDS.flatMap((kind) =>
    forms[kind].filter((form) => {
      const text = form.replaceAll(/[*^]/g, '')
      const found = kindsOf(text, language)
      const figure = found.some((one) => ['count', 'money', 'clock', 'date'].includes(one))
      return !found.includes(kind) && !(kind === 'verdict' && figure)
    }),
  )
  expect(lost).toEqual([])
})

test.each(LANGUAGES)('no form of %s is empty', (language) => {
  expect(questionForms(language).filter(({ words }) => words === '')).toEqual([])
})

describe('as people write, with their letters', () => {
  test.each([
    ['de', 'Wie viele Maßnahmen hat Anhang A der ISO 27001?', 'count'],
    ['de', 'Wie hoch können die Bußgelder sein?', 'money'],
    ['de', 'Was hat sich seit der alten Fassung geändert?', 'change'],
    ['fr', 'Où commencer avec ISO 27001, par où commencer ?', 'first-steps'],
    ['fr', 'Quelle est la différence entre NIS2 et DORA ?', 'comparison'],
    ['fr', 'À combien s’élève l’amende ?', 'money'],
    ['es', '¿Cuántos controles tiene ISO 27001?', 'count'],
    ['es', '¿Desde cuándo está en vigor el reglamento?', 'date'],
    ['it', 'Qual è la differenza tra GDPR e LGPD?', 'comparison'],
    ['it', 'Entro quanto tempo va notificata la violazione?', 'clock'],
    ['pt', 'Qual é o prazo para comunicar o incidente?', 'clock'],
    ['pt', 'Quais são as evidências que o auditor pede?', 'evidence'],
    ['nl', 'Hoe hoog is de boete?', 'money'],
    ['nl', 'Is certificering verplicht?', 'verdict'],
    ['pl', 'Co się zmieniło w nowej wersji?', 'change'],
    ['pl', 'Jak wysoka jest kara?', 'money'],
    ['tr', 'İlk adımlar nelerdir?', 'first-steps'],
    ['tr', 'Ceza ne kadar?', 'money'],
    ['ja', '管理策はいくつありますか。', 'count'],
    ['ja', 'どこから始めればよいですか。', 'first-steps'],
    ['ja', '監査人にどんなエビデンスを見せますか。', 'evidence'],
    ['ko', '통제 항목은 몇 개입니까?', 'count'],
    ['ko', '과징금은 얼마입니까?', 'money'],
    ['ko', '사고를 얼마나 빨리 신고해야 합니까?', 'clock'],
    ['ko', '두 표준의 차이는 무엇입니까?', 'comparison'],
    ['zh', '附录A有多少个控制项?', 'count'],
    ['zh', '最高罚款是多少?', 'money'],
    ['ar', 'ما الوثائق التي يطلبها المدقق؟', 'evidence'],
    ['ar', 'كم عدد الضوابط؟', 'count'],
  ] as const)('%s: %s asks for %s', (language, text, kind) => {
    expect(kindsOf(text, language)).toContain(kind)
  })

  test.each([
    ['ko', '과징금은 얼마입니까?'],
    ['ja', '管理策はいくつありますか。'],
    ['ar', 'كم عدد الضوابط؟'],
  ] as const)('%s is known by its script: %s', (language, text) => {
    expect(languageOf(text)).toBe(language)
  })
})

test.each([
  ['ja', '海外の会社にも適用されますか。', true],
  ['ja', '届出は何日以内に必要ですか。', false],
  ['ko', '병원도 인증을 받아야 하나요?', true],
  ['ko', '인증기준은 몇 개인가요?', false],
  ['zh', '修正案已经生效了吗?', true],
  ['zh', '需要保存多久?', false],
  ['ar', 'هل غرامة التأخير إلزامية؟', true],
  ['ar', 'كم مدة الاحتفاظ؟', false],
  ['tr', '72 saat içinde bildirim zorunlu mu?', true],
  ['tr', 'bildirim kaç saat içinde yapılır?', false],
] as const)('%s: whether "%s" wants yes or no', (language, text, wants) => {
  expect(kindsOf(text, language).includes('verdict')).toBe(wants)
})
