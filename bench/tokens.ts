import { readFileSync } from 'node:fs'
import { get_encoding } from 'tiktoken'
import { TokenBound } from '../src/adapters/token-bound/token-bound.ts'

/*
 * What the bound of a prompt's tokens costs, and how near it comes: `npm run bench:tokens`. CPU time of this process, the median of nine.
 */

const BYTES = 256 * 1024
const ROUNDS = 9

const content = (path: string): string =>
  readFileSync(new URL(`../fixtures/content/${path}`, import.meta.url), 'utf8')

const TEXTS: Record<string, string> = {
  'English prose':
    'How often should we review who has access to production systems, and what should we keep as evidence? The auditor asked twice already. ',
  'a module': content('frameworks/iso-27001.md'),
  JSON: content('wording/iso-27001.json'),
  code: readFileSync(new URL(import.meta.url), 'utf8'),
  German:
    'Wie oft müssen wir prüfen, wer Zugriff auf die Systeme hat, und welche Nachweise bewahren wir dafür auf? ',
  Chinese: '我们应该多久审查一次谁有权访问生产系统，以及我们应该保留什么作为证据？',
}

const encoding = get_encoding('o200k_base')
const bound = new TokenBound()
await bound.of(['The vocabulary is read first.'], Number.MAX_SAFE_INTEGER)

console.log('text            ms for 256 KiB      MB/s   bound / tokens   exact count, ms')
for (const [name, sample] of Object.entries(TEXTS)) {
  const text = sample.repeat(Math.ceil(BYTES / Buffer.byteLength(sample)))
  const ms = await median(() => bound.of([text], Number.MAX_SAFE_INTEGER))
  const exactMs = await median(async () => encoding.encode_ordinary(text).length)
  const ratio = (await bound.of([text], Number.MAX_SAFE_INTEGER)) / encoding.encode_ordinary(text).length
  const bytes = Buffer.byteLength(text)
  const figures = [((ms * BYTES) / bytes).toFixed(2), (bytes / 1_000 / ms).toFixed(0), ratio.toFixed(2)]
  const [took = '', rate = '', near = ''] = figures
  console.log(
    `${name.padEnd(15)} ${took.padStart(14)} ${rate.padStart(9)} ${near.padStart(16)} ${exactMs.toFixed(1).padStart(17)}`,
  )
}
encoding.free()

/** CPU milliseconds of a run, after as many that nobody looks at. */
async function median(run: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS * 2; round += 1) {
    const before = process.cpuUsage()
    await run()
    const { user, system } = process.cpuUsage(before)
    if (round >= ROUNDS) times.push((user + system) / 1_000)
  }
  return times.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0
}
