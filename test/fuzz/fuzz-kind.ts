import * as fc from 'fast-check'
import { Target } from './target.ts'
import { Violation } from './violation.ts'

/** Cases between two looks at all the books. */
const BOOKS_EVERY = 100

/** How a kind of cases is made and run. */
export interface KindOptions<Case> {
  name: string
  /** Of a thousand cases, how many are of this kind. */
  share: number
  environment?: Readonly<Record<string, string>>
  /** Whether a server of the test answers calls; else the built-in responder does. */
  upstream?: boolean
  cases: fc.Arbitrary<Case>
  /** Gives what runs one case, throws a `Violation` or gives what came of its requests, for the count. */
  prepare: (target: Target) => Promise<(one: Case) => Promise<readonly string[]>>
}

export interface RunOptions {
  cases: number
  seed: number
  database: string | undefined
}

/** What came of a kind. */
export interface KindReport {
  name: string
  cases: number
  /** How often each outcome came. */
  outcomes: Map<string, number>
  /** The shrunk counterexample in words, where there is one. */
  violation: string | undefined
}

/** A kind of cases, whatever a case is. */
export interface FuzzKind {
  name: string
  share: number
  run: (options: RunOptions) => Promise<KindReport>
}

/** Makes a kind: its cases run one behind the other against one service, the first violation is shrunk and ends it. */
export function fuzzKind<Case>(kind: KindOptions<Case>): FuzzKind {
  const { name, share, environment = {}, upstream = false } = kind
  return {
    name,
    share,
    run: async (options) => {
      const target = await Target.start({ environment, upstream, database: options.database })
      try {
        return await runOn(target, kind, options)
      } finally {
        await target.close()
      }
    },
  }
}

async function runOn<Case>(
  target: Target,
  { name, cases, prepare }: KindOptions<Case>,
  { cases: numRuns, seed }: RunOptions,
): Promise<KindReport> {
  const outcomes = new Map<string, number>()
  const run = await prepare(target)
  let done = 0
  const property = fc.asyncProperty(cases, async (one) => {
    for (const outcome of await run(one)) outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    done += 1
    if (done % BOOKS_EVERY === 0) await target.books()
  })
  const details = await fc.check(property, { seed, numRuns })
  const violation = details.failed
    ? `${wordsOf(details.errorInstance)}\n${(await fc.asyncDefaultReportMessage(details)) ?? ''}`
    : await target.books().then(() => undefined, wordsOf)
  return { name, cases: done, outcomes, violation }
}

function wordsOf(cause: unknown): string {
  if (cause instanceof Violation || !(cause instanceof Error)) return String(cause)
  return cause.stack ?? cause.message
}
