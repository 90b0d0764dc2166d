import { describe, expect, test } from 'vitest'
import { Detector } from '../../../src/domain/detection/detector.ts'
import { inSlices, readsAlone, type Slice } from '../../../src/domain/text/slices.ts'
import { wordCount } from '../../../src/domain/text/word-cursor.ts'
import { fold } from '../../../src/domain/text/fold.ts'
import { realRegistry } from '../real-registry.ts'

const detector = new Detector(await realRegistry())

async function named(content: string): Promise<string> {
  const { detections } = await detector.detect([{ role: 'user', content }])
  return detections
    .map(({ framework }) => framework.id)
    .toSorted()
    .join(' ')
}

async function slicesOf(text: string): Promise<Slice[]> {
  const slices: Slice[] = []
  await inSlices(text, (slice) => slices.push(slice))
  return slices
}

/** The places of a text at which slice number `which` ends, the next one's surroundings begin, and its own end. */
async function borders(unit: string, which = 1): Promise<[own: number, before: number, after: number]> {
  const slices = await slicesOf(unit.repeat(Math.ceil(220_000 / unit.length)))
  const own = slices.slice(0, which).reduce((sum, slice) => sum + slice.own.length, 0)
  expect(slices.length).toBeGreaterThan(which)
  return [own, own - (slices[which]?.before.length ?? 0), own + (slices[which - 1]?.after.length ?? 0)]
}

/** Beyond the first slice, what it sees behind its end, and the longest name there. */
const LONG_ENOUGH = 18_000

/** The offsets from a border at which a name is not read as it should be. */
async function misread(
  unit: string,
  border: number,
  name: string,
  ids: string,
  length = LONG_ENOUGH,
): Promise<number[]> {
  const filler = unit.repeat(Math.ceil(length / unit.length))
  const wrong: number[] = []
  for (let offset = -name.length - 8; offset <= 8; offset += 1) {
    const at = border + offset
    if ((await named(`${filler.slice(0, at)} ${name} ${filler.slice(at)}`)) !== ids) wrong.push(offset)
  }
  return wrong
}

const NAMES = [
  ['ISO/IEC 27001:2022', 'iso-27001'],
  ['UK GDPR', 'uk-gdpr'],
  ['NIST SP 800-53', 'nist-800-53'],
  ['Regulation (EU) 2022/2554', 'dora'],
  ['DORA for a bank and its ICT risk', 'dora'],
  ['DORA metrics', ''],
  ['Invoice 2016/679', ''],
] as const

const FILLERS = [
  ['short words', 'ab cd '],
  ['one word without an end', 'x'],
  ['lines', 'word\n'],
  ['ideographs', '字'],
] as const

describe.each(FILLERS)('in a text of %s', (_what, unit) => {
  test.each(NAMES)('%j is read as "%s" at every place around the borders of a slice', async (name, ids) => {
    const wrong: number[][] = []
    const places = await borders(unit)
    expect(Math.max(...places) + name.length + 8).toBeLessThan(LONG_ENOUGH)
    for (const border of places) wrong.push(await misread(unit, border, name, ids))
    expect(wrong).toEqual([[], [], []])
  })

  test('slices leave nothing out, and what stands around them is what the text has there', async () => {
    const text = unit.repeat(Math.ceil(200_000 / unit.length))
    const slices = await slicesOf(text)
    expect(slices.length).toBeGreaterThan(10)
    let start = 0
    for (const { before, own, after } of slices) {
      expect(own.length).toBeGreaterThan(0)
      expect(text.startsWith(before + own + after, start - before.length)).toBe(true)
      start += own.length
    }
    expect(start).toBe(text.length)
    expect(slices.map(({ own }) => own).join('')).toBe(text)
  })
})

test.each([1, 5, 11])(
  'in a text of 200 KB a name is read at every place around the end of slice %i',
  async (which) => {
    const [end] = await borders('ab cd ', which)
    expect(end).toBeGreaterThan(which * 16_000)
    expect(await misread('ab cd ', end, 'ISO/IEC 27001', 'iso-27001', 200_000)).toEqual([])
  },
)

test('an empty text is no work, a short one a single slice', async () => {
  expect(await slicesOf('')).toEqual([])
  expect(await slicesOf('GDPR')).toEqual([{ before: '', own: 'GDPR', after: '' }])
})

test('while 1 MB is read, the event loop gets a turn after each slice', async () => {
  let turns = 0
  let next = setImmediate(count)
  function count(): void {
    turns += 1
    next = setImmediate(count)
  }
  const text = 'We keep our records for the audit. '.repeat(30_000)
  await detector.detect([{ role: 'user', content: text }])
  clearImmediate(next)
  expect(turns).toBeGreaterThanOrEqual(Math.floor(text.length / 16_384) - 1)
})

describe('a slice is read by itself only where it has the same words then', () => {
  test.each([
    ['see <a href="x">the policy</a> ', 'of 5.20', ' and a < b', true],
    ['see <span class="a ', 'b">5.20</span>', ' there', false],
    ['see <EM class=', ' "a">5.20', ' there', false],
    ['see <b> 5', ' .20</b> <i', ' >there', false],
    ['see ', ' 5.20 ≮', ' there', false],
    ['see ', ' 5.20 é <', ' there', false],
  ])('%s|%s|%s', (before, own, after, alone) => {
    const whole = `${before} ${own} ${after}`
    expect(readsAlone({ before, own: ` ${own}`, after: ` ${after}` }, whole)).toBe(alone)
  })

  test('so the words of a link that it cuts are counted once', () => {
    const parts = ['see <a href="x">the', ' policy</a> of 5.20 and a', ' < b']
    const counts = [...parts, parts.join('')].map((text) => wordCount(fold(text)))
    expect(counts).toEqual([5, 7, 1, 13])
  })
})
