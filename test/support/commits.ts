import { StatementSync } from 'node:sqlite'
import { vi } from 'vitest'

type Run = (this: StatementSync, ...values: unknown[]) => ReturnType<StatementSync['run']>

/**
 * Counts the commits of every file from here on, until mocks are restored, and lets those fail as on a full disk for which `fails`
 * says so.
 */
export function watchCommits(fails: () => boolean = () => false): () => number {
  let commits = 0
  const run = Reflect.get(StatementSync.prototype, 'run') as Run
  const watched: Run = function (...values) {
    if (this.sourceSQL === 'commit') {
      if (fails()) throw Object.assign(new Error('database or disk is full'), { errcode: 13 })
      commits += 1
    }
    return run.apply(this, values)
  }
  vi.spyOn(StatementSync.prototype, 'run').mockImplementation(watched)
  return () => commits
}
