import { existsSync } from 'node:fs'
import { checkFile } from '../../src/adapters/sqlite/books.ts'
import { readConfig, type Config } from '../../src/config.ts'
import { differenceLine, type BookDifference } from '../../src/domain/ledger/books.ts'
import { openStore } from '../../src/open-store.ts'
import { readEnvFile } from '../../src/read-env-file.ts'

/*
 * Holds every balance, hold and spend window of DATABASE_URL against what it adds up from, while the service runs or not; prints a line
 * for each that is wrong and exits with 1 where one is. Run: npm run ledger:check
 */

try {
  readEnvFile()
  const config = readConfig(process.env)
  const wrong = await check(config)
  for (const difference of wrong) process.stdout.write(`${differenceLine(difference)}\n`)
  process.stdout.write(
    wrong.length === 0 ? 'the books are right\n' : `figures that are wrong: ${wrong.length}\n`,
  )
  if (wrong.length > 0) process.exitCode = 1
} catch (cause) {
  process.stderr.write(
    `the books cannot be checked: ${cause instanceof Error ? cause.message : String(cause)}\n`,
  )
  process.exitCode = 2
}

/** A file belongs to the service that runs on it, and is only read here. */
async function check(config: Config): Promise<BookDifference[]> {
  const { DATABASE_URL: url } = config
  if (url === undefined) throw new Error('DATABASE_URL is not set, and memory keeps no books')
  if (url.startsWith('sqlite:')) {
    const path = url.slice('sqlite:'.length)
    if (!existsSync(path)) throw new Error('DATABASE_URL: there is no such file')
    return checkFile(path)
  }
  const store = await openStore(config)
  try {
    return await store.checkBooks()
  } finally {
    await store.close()
  }
}
