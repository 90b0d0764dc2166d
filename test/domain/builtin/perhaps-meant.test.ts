import { expect, test } from 'vitest'
import { perhapsMeant } from '../../../src/domain/builtin/perhaps-meant.ts'
import { realRegistry } from '../real-registry.ts'

const { frameworks } = await realRegistry()
const meant = (text: string): string[] => perhapsMeant(frameworks, text).map(({ framework }) => framework.id)

test.each([
  ['What is DORA?', 'dora'],
  ['Explain the DSA to me', 'dsa'],
  ['MiCA in short, please', 'mica'],
  ['Who enforces SLSA?', 'slsa'],
  ['what is dora?', 'dora'],
])('an abbreviation that means other things too is told as what it may mean: %s', (text, id) => {
  expect(meant(text)).toContain(id)
})

test('words of everyday speech, parts of words and other writing mean nothing', () => {
  expect(meant('Tomato salsa, and dora the cat')).toEqual([])
  expect(meant('The DORAGON is back, says dora')).toEqual([])
})
