import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { killAll } from '../smoke/spawned-process.ts'
import { fillMemory, remainsOf, type DeathOptions, type Dying, type Remains } from './dying-service.ts'
import { MARKS } from './marked.ts'

/*
 * However the process dies while calls are under way, nothing of what was said is in what it leaves: its output, its folders, its store.
 */

afterAll(killAll)

/** A heap that the service fits in, and little more. */
const SMALL_HEAP = '--max-old-space-size=96'

/** For a start, its calls and a heap that fills. As everywhere, it catches a hang. */
const DEATH_MS = 180_000

const by =
  (signal: NodeJS.Signals) =>
  async (dying: Dying): Promise<void> =>
    dying.signal(signal)

interface Death {
  death: string
  die: (dying: Dying) => Promise<unknown>
  options?: DeathOptions
  ending: Remains['ending']
  /** What tells that it was this death. */
  said: string
}

const FAULTED = { code: 1, signal: null }
const ABORTED = { code: null, signal: 'SIGABRT' } as const

const DEATHS: Death[] = [
  {
    death: 'an exception that nobody caught',
    die: by('SIGUSR2'),
    ending: FAULTED,
    said: '"errorClass":"Error"',
  },
  {
    death: 'a rejection that nobody caught',
    die: by('SIGUSR2'),
    options: { fault: 'rejected' },
    ending: FAULTED,
    said: '"msg":"unhandledRejection"',
  },
  { death: 'SIGKILL', die: by('SIGKILL'), ending: { code: null, signal: 'SIGKILL' }, said: '' },
  { death: 'SIGABRT', die: by('SIGABRT'), ending: ABORTED, said: '' },
  { death: 'SIGSEGV', die: by('SIGSEGV'), ending: { code: null, signal: 'SIGSEGV' }, said: '' },
  {
    death: 'memory that runs out',
    die: fillMemory,
    options: { flags: [SMALL_HEAP], fault: 'memory' },
    ending: ABORTED,
    said: 'JavaScript heap out of memory',
  },
  {
    death: 'an exception that nobody caught, on PostgreSQL',
    die: by('SIGUSR2'),
    options: { store: 'postgres' },
    ending: FAULTED,
    said: '"msg":"uncaughtException"',
  },
  {
    death: 'SIGKILL, on PostgreSQL',
    die: by('SIGKILL'),
    options: { store: 'postgres' },
    ending: { code: null, signal: 'SIGKILL' },
    said: '',
  },
]

const FILE_STORE = ['svc.db', 'svc.db-owner', 'svc.db-shm', 'svc.db-wal']

describe.each(DEATHS)('$death', ({ die, options = {}, ending, said }) => {
  let remains: Remains
  beforeAll(async () => {
    remains = await remainsOf(die, options)
  }, DEATH_MS)

  test('was what it died of, with calls under way', () => {
    expect(remains.ending).toEqual(ending)
    expect(remains.output.text).toContain(said)
    expect(remains.banner).not.toContain('Warning')
    expect(remains.files.tracesOf('chatcmpl-')).not.toEqual([])
  })

  test('leaves the store, and no other file', () => {
    expect(remains.fileNames).toEqual(options.store === 'postgres' ? [] : FILE_STORE)
  })

  test.each(Object.entries(MARKS))('leaves no text behind: %s', (_place, mark) => {
    expect(remains.output.tracesOf(mark)).toEqual([])
    expect(remains.files.tracesOf(mark)).toEqual([])
  })
})

describe('where Node is told to write its memory down', () => {
  let remains: Remains
  beforeAll(async () => {
    const flags = ['--heapsnapshot-signal=SIGUSR2', '--report-on-signal']
    const written = async ({ signal }: Dying): Promise<void> => {
      signal('SIGUSR2')
      signal('SIGTERM')
    }
    remains = await remainsOf(written, { flags, fault: 'none' })
  }, DEATH_MS)

  test('the start says so in plain words, and in the log', () => {
    const { banner } = remains
    expect(banner).toContain('Warning: what callers say may be kept, though not by the service:')
    expect(banner).toContain('  - --heapsnapshot-signal is set. ')
    expect(banner).toContain('  - --report-on-signal is set. ')
    expect(banner).toMatch(/"setting":"--report-on-signal","msg":"retention_hazard"/)
  })

  test('prompts and secrets are found in what it leaves: they would be, wherever they were', () => {
    expect(remains.fileNames.map((name) => name.replace(/^.*\./, '.'))).toEqual(
      expect.arrayContaining(['.heapsnapshot', '.json']),
    )
    const { files } = remains
    const found = [MARKS.user, MARKS.upstreamKey].filter((mark) => files.tracesOf(mark).length > 0)
    expect(found).toEqual([MARKS.user, MARKS.upstreamKey])
  })
})

/** Whether a process that dies by a fault leaves a core file here, unless it is told not to. */
function leavesCoreFiles(): boolean {
  try {
    const pattern = readFileSync('/proc/sys/kernel/core_pattern', 'utf8').trim()
    return pattern !== '' && pattern !== '/dev/null'
  } catch {
    return false
  }
}

test.runIf(leavesCoreFiles())(
  'where core files are on the start says so',
  { timeout: DEATH_MS },
  async () => {
    const { banner } = await remainsOf(by('SIGKILL'), { coreLimit: '1' })
    expect(banner).toContain('  - Core files are on. ')
    expect(banner).toContain('"setting":"core files","msg":"retention_hazard"')
  },
)
