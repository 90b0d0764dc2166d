import { readIndex } from '../../src/adapters/compiled-content.ts'
import { loadRegistry } from '../../src/adapters/content-files.ts'
import { TiktokenTokenizer } from '../../src/adapters/tiktoken-tokenizer.ts'
import { systemClock } from '../../src/domain/clock.ts'
import { checkContent } from './check-content.ts'
import { checkCrosswalks } from './check-crosswalks.ts'
import { hashOfSources } from './compile.ts'
import { COMPILED, CONTENT } from './folders.ts'
import { readIdLists, readMappedOutside } from './id-lists.ts'

/* Checks the registry's content and prints a line for each framework; exits with 1 where something is wrong. Run: npm run content:check */

const tokenizer = new TiktokenTokenizer()
const { frameworks, crosswalks } = await loadRegistry(CONTENT, tokenizer)
await tokenizer.close()
const lists = await readIdLists(CONTENT)
const outside = await readMappedOutside(CONTENT)
const today = new Date(systemClock.now()).toISOString().slice(0, 10)
const remarks = [
  ...checkContent(frameworks, lists, outside, today),
  ...checkCrosswalks(crosswalks, frameworks, lists),
]

const row = (...cells: (string | number)[]): string =>
  cells.map((cell, index) => (index === 0 ? String(cell).padEnd(22) : String(cell).padStart(10))).join('')
process.stdout.write(`${row('framework', 'headline', 'finer', 'tokens', 'parts', 'warnings')}\n`)
for (const { id, controls, knowledgeTokens, parts } of frameworks) {
  const headline = new Set(lists.get(id)?.headline)
  const described = controls.filter((control) => headline.has(control.id)).length
  const warnings = remarks.filter(({ framework, level }) => framework === id && level === 'warning').length
  process.stdout.write(
    `${row(id, `${described}/${headline.size}`, controls.length - described, knowledgeTokens, parts.length, warnings)}\n`,
  )
}
for (const { framework, level, text } of remarks) process.stdout.write(`${level}: ${framework}: ${text}\n`)
const stale = (await hashOfSources(CONTENT)) !== (await readIndex(COMPILED)).sources
if (stale)
  process.stdout.write('error: the content has changed since it was compiled: npm run content:build\n')
if (stale || remarks.some(({ level }) => level === 'error')) process.exitCode = 1
