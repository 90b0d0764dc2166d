import { randomInt } from 'node:crypto'
import { KINDS } from './kinds.ts'
import { reportLines, runKind } from './run-kind.ts'
import { databasesOf, STORES } from './stores.ts'

/*
 * Fuzzes the whole service on each store: npm run fuzz. CONTRIBUTING.md says what FUZZ_CASES, FUZZ_SEED, FUZZ_KIND and FUZZ_STORE do.
 * Ends with 1 where something did not hold, behind the smallest case that shows it.
 */

const environment = process.env
const cases = Number(environment['FUZZ_CASES'] ?? 20_000)
const seed = Number(environment['FUZZ_SEED'] ?? randomInt(2 ** 31 - 1))
const kinds = KINDS.filter(({ name }) => name.includes(environment['FUZZ_KIND'] ?? ''))
const stores = STORES.filter((store) => store.includes(environment['FUZZ_STORE'] ?? ''))

const say = (line: string): boolean => process.stdout.write(`${line}\n`)

say(`seed ${seed}, ${cases} cases on ${stores.join(', ')}`)
let violations = 0
for (const [index, store] of stores.entries()) {
  const databases = await databasesOf(store)
  for (const kind of kinds) {
    const share = Math.ceil((cases * kind.share) / 1_000 / stores.length)
    // Each store gets other cases.
    const options = { cases: share, seed: seed + index, database: await databases.fresh() }
    const report = await runKind(kind, options)
    if (report.violation !== undefined) violations += 1
    say(`${store}, ${reportLines(report).join('\n')}`)
  }
  await databases.close()
}
say(violations === 0 ? 'all held' : `violations: ${violations}`)
process.exitCode = violations === 0 ? 0 : 1
