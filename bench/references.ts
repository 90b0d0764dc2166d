import { scoreCheck } from '../test/domain/references/checked-texts.ts'
import {
  KEPT_ASIDE,
  KEPT_ASIDE_LATER,
  KEPT_ASIDE_LATEST,
  KEPT_ASIDE_NEWEST,
  WORKED_ON,
} from '../test/domain/references/labelled-texts.ts'
import { pick, realRegistry } from '../test/domain/real-registry.ts'
import { checkText } from '../src/domain/references/text-check.ts'
import { ReferenceScanner } from '../src/domain/references/reference-scanner.ts'

/*
 * How well the check of references reads labelled texts, by state, and what it costs. Misses are shown of the texts worked on only, with
 * --misses. Run: npm run bench:references
 */

const ROUNDS = 200
const LENGTH = 10_000

const registry = await realRegistry()
const print = (line: string): void => void process.stdout.write(`${line}\n`)
const verbose = process.argv.includes('--misses')

for (const [name, texts] of [
  ['Worked on', WORKED_ON],
  ['Kept aside', KEPT_ASIDE],
  ['Kept aside later', KEPT_ASIDE_LATER],
  ['Kept aside last', KEPT_ASIDE_LATEST],
  ['Kept aside newest', KEPT_ASIDE_NEWEST],
] as const) {
  const { told, strangers, prose } = await scoreCheck(registry, texts)
  print(`\n${name}: ${texts.cited.length} texts, ${texts.prose.length} of prose`)
  for (const [status, { right, of, missed }] of Object.entries(told)) {
    print(`${status.padEnd(12)} ${right} of ${of}  ${((100 * right) / of).toFixed(1)} %`)
    if (verbose && texts === WORKED_ON) for (const one of missed) print(`  ${one}`)
  }
  for (const [what, { current, wrong }] of [
    ['of something else', strangers],
    ['in prose', prose],
  ] as const) {
    print(`${what}: ${wrong.length} called wrong, ${current.length} called current`)
    if (verbose && texts === WORKED_ON) for (const one of [...wrong, ...current]) print(`  ${one}`)
  }
}

const cited = WORKED_ON.cited.map(({ text }) => text).join('\n')
const prose = WORKED_ON.prose.map(({ text }) => text).join('\n')
const frameworks = pick(registry, 'iso-27001', 'gdpr')
print(`\nCPU of ${LENGTH} characters for two frameworks`)
for (const [name, all] of [
  ['full of ids', cited],
  ['prose', prose],
] as const) {
  const texts = Array.from({ length: 20 }, (_, index) => all.slice(index * 1_000, index * 1_000 + LENGTH))
  print(`check, ${name}: ${(await cpu(texts, (text) => checkText(text, frameworks))).toFixed(2)} ms`)
  print(`answer, ${name}: ${(await cpu(texts, readAnswer)).toFixed(2)} ms`)
}

function readAnswer(text: string): void {
  const scanner = new ReferenceScanner(frameworks)
  scanner.add(text)
  scanner.references()
}

/** CPU of the process for one text, the first rounds left out, as the median of ten turns. */
async function cpu(texts: readonly string[], work: (text: string) => unknown): Promise<number> {
  const turn = async (rounds: number): Promise<number> => {
    const before = process.cpuUsage()
    for (let round = 0; round < rounds; round += 1) await work(texts[round % texts.length] ?? '')
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1_000 / rounds
  }
  await turn(ROUNDS)
  const turns: number[] = []
  for (let index = 0; index < 10; index += 1) turns.push(await turn(ROUNDS / 10))
  return turns.toSorted((a, b) => a - b)[5] ?? NaN
}
