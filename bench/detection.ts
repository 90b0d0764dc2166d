import { fileURLToPath } from 'node:url'
import { loadRegistry } from '../src/adapters/content-files.ts'
import { TiktokenTokenizer } from '../src/adapters/tiktoken-tokenizer.ts'
import { buildLexicon } from '../src/domain/detection/lexicon.ts'
import { keptAsideCases, score, workedOnCases, type Score } from '../test/domain/detection/labelled-cases.ts'
import { printSpeed } from './detection-speed.ts'

/*
 * How well detection reads the labelled texts: those that names and rules were worked on with, and those kept aside. Misses are
 * shown for the first set only. Then how fast. Run: npm run bench:detection
 */

const tokenizer = new TiktokenTokenizer()
const registry = await loadRegistry(fileURLToPath(new URL('../fixtures/content', import.meta.url)), tokenizer)
await tokenizer.close()
const lexicon = buildLexicon(registry)
const worked = score(lexicon, workedOnCases())

print('worked on', worked)
print('kept aside', score(lexicon, keptAsideCases()))
process.stdout.write('\nMisread among those worked on:\n')
for (const { kind, text, missed, falseAlarms } of worked.wrong) {
  const marks = [...missed.map((id) => `-${id}`), ...falseAlarms.map((id) => `+${id}`)].join(' ')
  process.stdout.write(
    `  ${marks.padEnd(28)} [${kind}] ${JSON.stringify(text.length > 230 ? `${text.slice(0, 227)}...` : text)}\n`,
  )
}
await printSpeed(registry)

function print(name: string, { cases: count, traps, precision, recall, f1, wrong }: Score): void {
  const share = (value: number): string => value.toFixed(4)
  process.stdout.write(
    `${name.padEnd(11)} ${count} texts (${traps} traps): precision ${share(precision)}, recall ${share(recall)}, F1 ${share(f1)}, ${wrong.length} misread\n`,
  )
}
