import { splitId } from '../../../src/domain/references/written-id.ts'
import type { Framework } from '../../../src/domain/registry/framework.ts'

/** What a text without sense may be made of, over and over. */
export const HOSTILE_UNITS: readonly string[] = [
  'a1',
  'a1.',
  'v1.1.',
  'p1',
  'CC1',
  'A.5.',
  '1.',
  '1.1.1 ',
  '§1.1.1,',
  '1-1-',
  '09.aa.',
  '1(a)(i)',
  'ism-1.',
  'llm01:2025:',

  '1, ',
  '1,',
  '1, a, ',
  '(1), ',
  '1 and ',
  'und ',
  'Art. 1, ',
  'Articles 1, ',
  'art 1 lit a ',
  'Art. ',
  'art ',
  'clause 1, ',
  '(',
  ')(',
  '§',
  '.',
  ', ',
  '|',
  '\n',
  'x\n',
  ', 1\n',
  '\r\n\n',
  ' ',
  '\u00a0',
  '-',
  '**',
  'i',
  'ivx',
  'i v x ',
  'a b ',
  'a.',
  'A.A.A.B ',
  'aB',
  '0',
  '00000 ',
  '12345678901234567890.',

  '第1条',
  '㌖',
  'ﷺ',
  '㍿1',
  '⑴',
  'ⅷ.',
  '１．',
  'ß',
  'é́',
  '\u0315\u0300',
  '\u200b',
  '🙂1',
  'статья 1, ',
  '<b>',
  '> ',
]

/** The words in front of a framework's ids, each set once, joined as a text might join them. */
export function stemsOf(framework: Framework): string[] {
  const stems = framework.controls.map(({ id }) => splitId(id).words).filter((words) => words.length > 0)
  const heads = new Map(stems.map((words) => [words[0] ?? '', words]))
  return [...heads.values()].flatMap((words) => [words[0] ?? '', words.join(' '), words.join('-')])
}

/** Texts made of a framework's own stems. */
export function ownUnits(framework: Framework): string[] {
  return [...new Set(stemsOf(framework))].flatMap((stem) =>
    [' ', '-', '1', ' 1 ', '.1.', '.aa.', '-abc-', '-ab-1', ' 1(a)', '1, ', ' a '].map(
      (end) => `${stem}${end}`,
    ),
  )
}

/** A unit over and over, as long as it must be. */
export function repeated(unit: string, length: number): string {
  return unit.repeat(Math.ceil(length / unit.length)).slice(0, length)
}
