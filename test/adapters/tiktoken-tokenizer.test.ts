import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import * as fc from 'fast-check'
import { get_encoding } from 'tiktoken'
import { afterAll, describe, expect, test } from 'vitest'
import { TiktokenTokenizer } from '../../src/adapters/tiktoken-tokenizer.ts'

const tokenizer = new TiktokenTokenizer()
const encoding = get_encoding('o200k_base')
afterAll(async () => {
  encoding.free()
  await tokenizer.close()
})

/** Texts that are one unbroken run of one kind of character. */
const RUNS = [
  'a',
  'A',
  'é',
  'ß',
  '中',
  'か',
  'ä\u0301',
  '1',
  ' ',
  '\n',
  '\t',
  '-',
  '/',
  "'",
  '=',
  '🙂',
  '\u0301',
  '𝔸',
  'a\u0301',
]

describe('counts', () => {
  test.each([
    ['Hello, world!'],
    ['Which control covers supplier agreements in ISO/IEC 27001:2022 (A.5.20)?'],
    ['Was verlangt die DSGVO bei einer Datenpanne? 72 Stunden, Art. 33.'],
    ['デジタル・オペレーショナル・レジリエンス法'],
    ['def f(x):\n    return {"a": [1, 2, 3]}\n'],
    ['🙂👩‍👩‍👧‍👦 flags 🇪🇺'],
    ['<|endoftext|>'],
    [''],
  ])('%j as the encoding itself counts it', async (text) => {
    expect(await tokenizer.count([text])).toBe(encoding.encode_ordinary(text).length)
  })

  test.each(['<|endoftext|>', '<|endofprompt|>', '<|im_start|>system', '<|fim_prefix|>a<|fim_suffix|>'])(
    'the text %s as ordinary text, without throwing',
    async (text) => {
      const tokens = await tokenizer.count([text, `before ${text} after`])
      expect(tokens).toBeGreaterThan(2)
    },
  )

  test('several texts as their sum, and each by itself', async () => {
    const texts = ['one', 'two three', '', 'four five six']
    const each = texts.map((text) => encoding.encode_ordinary(text).length)
    expect(await tokenizer.countEach(texts)).toEqual(each)
    expect(await tokenizer.count(texts)).toBe(each.reduce((sum, tokens) => sum + tokens, 0))
  })

  test('nothing as nothing', async () => {
    expect(await tokenizer.count([])).toBe(0)
    expect(await tokenizer.countEach([])).toEqual([])
  })

  test('many at once, each answered with its own', async () => {
    const texts = Array.from({ length: 200 }, (_, index) => 'word '.repeat(index))
    const counted = await Promise.all(texts.map((text) => tokenizer.count([text])))
    expect(counted).toEqual(texts.map((text) => encoding.encode_ordinary(text).length))
  })
})

describe('never more tokens than UTF-8 bytes', () => {
  test.each(['binary', 'grapheme', 'binary-ascii'] as const)('for any %s text', async (unit) => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ unit, maxLength: 400 }), { maxLength: 4 }), async (texts) => {
        const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
        expect(await tokenizer.count(texts)).toBeLessThanOrEqual(bytes)
      }),
    )
  })

  test('for any string of code units, lone surrogates too', async () => {
    const units = fc.array(fc.integer({ min: 0xd700, max: 0xe010 }), { maxLength: 400 })
    await fc.assert(
      fc.asyncProperty(units, async (codes) => {
        const text = String.fromCharCode(...codes)
        expect(await tokenizer.count([text])).toBeLessThanOrEqual(Buffer.byteLength(text))
      }),
    )
  })

  test.each(RUNS)('for a long run of %j, wherever it is cut', async (unit) => {
    for (const before of ['', 'x', 'xy', '🙂']) {
      const text = before + unit.repeat(40_000)
      expect(await tokenizer.count([text])).toBeLessThanOrEqual(Buffer.byteLength(text))
    }
  })
})

describe('long texts', () => {
  test.each(RUNS)('an unbroken run of 200,000 times %j is counted', async (unit) => {
    const tokens = await tokenizer.count([unit.repeat(200_000)])
    expect(tokens).toBeGreaterThan(0)
  })

  test('the event loop goes on while a long text is counted', async () => {
    let counted = false
    const counting = tokenizer.count(['a'.repeat(4_000_000)]).then((tokens) => {
      counted = true
      return tokens
    })
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
    expect(counted).toBe(false)
    expect(await counting).toBeGreaterThan(100_000)
  })

  test('counting stops soon after the limit, and says some number above it', async () => {
    const text = 'word '.repeat(1_000_000)
    const tokens = await tokenizer.count([text, text], 1_000)
    expect(tokens).toBeGreaterThan(1_000)
    expect(tokens).toBeLessThan(50_000)
  })

  test('a limit that is not reached changes nothing', async () => {
    expect(await tokenizer.count(['one two three'], 3)).toBe(3)
    expect(await tokenizer.count(['one', ' two', ' three', ' four'], 2)).toBeGreaterThan(2)
  })
})

describe('a worker that dies', () => {
  /** The worker of a new tokenizer, which tells of itself when it is made. */
  async function withWorker(): Promise<{ own: TiktokenTokenizer; worker: Worker }> {
    const made = once(process, 'worker') as Promise<[Worker]>
    const own = new TiktokenTokenizer()
    await own.count(['it has begun'])
    const [worker] = await made
    return { own, worker }
  }

  test('is replaced, and what it was counting is counted all the same', async () => {
    const { own, worker } = await withWorker()
    const text = 'word '.repeat(100_000)
    const counting = own.count([text])
    await worker.terminate()
    expect(await counting).toBe(await tokenizer.count([text]))
    expect(await own.count(['one two three'])).toBe(3)
    await own.close()
  })

  test('while it has nothing to do is replaced as well', async () => {
    const { own, worker } = await withWorker()
    await worker.terminate()
    expect(await own.count(['one two three'])).toBe(3)
    await own.close()
  })
})

describe('many large texts', () => {
  test('hold up a small one for a piece of each, not for all of them', async () => {
    const order: string[] = []
    const large = Array.from({ length: 4 }, async () => {
      await tokenizer.count(['word '.repeat(400_000)])
      order.push('large')
    })
    const small = tokenizer.count(['one two three']).then(() => order.push('small'))
    await Promise.all([...large, small])
    expect(order).toEqual(['small', 'large', 'large', 'large', 'large'])
  })

  test('are counted no further than their caller stays', async () => {
    const left = new AbortController()
    const counting = tokenizer.count(['word '.repeat(4_000_000)], undefined, left.signal)
    left.abort(new Error('the caller left'))
    await expect(counting).rejects.toThrow('the caller left')
  })
})

test('a closed tokenizer refuses, also what it was still counting', async () => {
  const closing = new TiktokenTokenizer()
  const pending = closing.count(['a'.repeat(4_000_000)]).then(
    () => 'counted',
    (cause: unknown) => String(cause),
  )
  await closing.close()
  expect(await pending).toBe('Error: the tokenizer has stopped')
  await expect(closing.count(['one'])).rejects.toThrow('the tokenizer has stopped')
})
