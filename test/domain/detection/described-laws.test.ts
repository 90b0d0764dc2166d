import { describe, expect, test } from 'vitest'
import { Detector } from '../../../src/domain/detection/detector.ts'
import { realRegistry } from '../real-registry.ts'

const detector = new Detector(await realRegistry())
const found = async (content: string): Promise<string[]> =>
  (await detector.detect([{ role: 'user', content }])).detections.map(({ framework }) => framework.id)

describe('a law that is described in place of its name is found', () => {
  test.each([
    ['kenya-dpa', "What does Kenya's data law say about photographs?"],
    ['chile-21719', "Which article of Chile's new data law regulates the impact assessment?"],
    ['lgpd', 'Does the data protection law of Brazil reach a shop in Lisbon?'],
    ['fadp', "Is a register needed under Switzerland's privacy law?"],
    ['egypt-pdpl', 'Egyptian data rules: may we text offers to old customers?'],
    ['au-privacy-act', 'privacy act in Australia, small business exemption?'],
    ['us-state-privacy', "Does Oregon's privacy law bind charities?"],
    ['nigeria-ndpa', 'Was verlangt das Datenschutzrecht Nigerias bei Kreditentscheidungen?'],
    ['colombia-1581', 'Que dit la loi colombienne sur la protection des données des mineurs ?'],
    ['korea-pipa', '¿Qué plazo da la ley de protección de datos de Corea del Sur?'],
    ['thailand-pdpa', 'タイの個人情報保護法では何日以内に届け出ますか?'],
    ['appi', '日本个人信息保护法对跨境传输有什么要求?'],
  ])('%s: %s', async (id, question) => {
    expect(await found(question)).toEqual([id])
  })
})

describe('what only looks so is left alone', () => {
  test.each([
    "Does Canada's Privacy Act bind our ministry?",
    "What does Ghana's data protection act say of fines?",
    'Kenya plans new data centres; the law firm in Nairobi sent its data.',
    'The Chilean office keeps privacy screens, by law of the landlord.',
  ])('%s', async (text) => {
    expect(await found(text)).toEqual([])
  })
})

describe('what lies under something is under no rule', () => {
  test.each([
    'We looked at mica under the microscope.',
    'The ENS cable runs under the sea.',
    'Our dsa keys are under the desk.',
    'Hang the DSA certificate outside the door.',
    'The mica is under the sheet, said the authorised dealer.',
  ])('%s', async (text) => {
    expect(await found(text)).toEqual([])
  })

  test('a company is', async () => {
    expect(await found("We just found out we're under DORA. What first?")).toEqual(['dora'])
  })
})
