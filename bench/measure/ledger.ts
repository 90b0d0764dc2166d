import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { benchFile } from '../processes/start-process.ts'

/** What hold and settle cost together on one store. */
export interface LedgerFigures {
  store: string
  callers: number
  keys: number
  pairsPerSecond: number
  /** CPU of the process that asks, in microseconds; a database's own is not in it. */
  cpuMicros: number
}

const LINE = /^(.+?) +(\d+) callers, +(\d+) keys: +(\d+) pairs\/s, .*own CPU +([\d.]+) us$/gm

/** @throws where `bench/ledger.ts` fails; the message is what it said */
export async function measureLedger(): Promise<LedgerFigures[]> {
  const args = ['--disable-warning=ExperimentalWarning', benchFile('ledger.ts')]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const [output, complaint, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ])
  const figures = ledgerFigures(output)
  if (code !== 0 || figures.length === 0)
    throw new Error(`the ledger's benchmark failed: ${complaint.trim()}`)
  return figures
}

/** Reads the lines that `bench/ledger.ts` prints. */
export function ledgerFigures(output: string): LedgerFigures[] {
  return [...output.matchAll(LINE)].map(([, store = '', callers, keys, pairs, cpu]) => ({
    store,
    callers: Number(callers),
    keys: Number(keys),
    pairsPerSecond: Number(pairs),
    cpuMicros: Number(cpu),
  }))
}
