import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { verifyReceipt, WrongReceipt } from './verify-receipt.ts'

/*
 * Checks the receipt in an answer that was saved as it came, without a network.
 * Run: npm run receipt:verify ANSWER -- --request REQUEST --keys KEYS
 * It exits 0 where all that was given holds, 1 where it does not, 2 where it could not check.
 */

const USAGE = 'npm run receipt:verify ANSWER [-- --request REQUEST] [--keys KEYS]'

function main(): number {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { request: { type: 'string' }, keys: { type: 'string' } },
  })
  const [file] = positionals
  if (file === undefined || positionals.length > 1) throw new TypeError('one answer is wanted')
  const { request, keys } = values
  const evidence = {
    answer: readFileSync(file),
    ...(request !== undefined && { request: readFileSync(request) }),
    ...(keys !== undefined && { keys: readFileSync(keys) }),
  }
  try {
    const receipt = verifyReceipt(evidence)
    const { frameworks, usage } = receipt
    console.log(
      [
        `${file}: the receipt holds`,
        `  answer      ${receipt.id}, ${receipt.time}, ${receipt.model} (${receipt.region})`,
        `  grounded in ${frameworks.map(({ id, version }) => `${id} ${version}`).join(', ') || 'nothing'}`,
        `  tokens      ${usage.prompt_tokens} in, ${usage.completion_tokens} out, USD ${receipt.cost_usd}`,
        `  request     ${request === undefined ? 'not given, not checked' : 'the one that was signed'}`,
        `  key         ${receipt.kid}, ${keys === undefined ? 'compare it with the feed receipt-keys, or give --keys' : 'published'}`,
      ].join('\n'),
    )
    return 0
  } catch (cause) {
    if (!(cause instanceof WrongReceipt)) throw cause
    console.error(`${file}: the receipt does not hold: ${cause.message}`)
    return 1
  }
}

try {
  process.exitCode = main()
} catch (cause) {
  console.error(`${cause instanceof Error ? cause.message : String(cause)}\nUsage: ${USAGE}`)
  process.exitCode = 2
}
