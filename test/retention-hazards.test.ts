import { describe, expect, test } from 'vitest'
import { retentionHazards, surroundingsOf, type Surroundings } from '../src/retention-hazards.ts'

const SAFE: Surroundings = {
  execArgv: ['--import', './src/compile-cache.js', '--disable-warning=ExperimentalWarning'],
  nodeOptions: '--max-old-space-size=2048 --enable-source-maps',
  nodeDebug: '',
  inForce: [],
  limits: limits('0', 'unlimited'),
  corePattern: 'core\n',
}

/** As Linux shows them. */
function limits(soft: string, hard: string): string {
  return `Limit                     Soft Limit           Hard Limit           Units
Max stack size            8388608              unlimited            bytes
Max core file size        ${soft.padEnd(20)} ${hard.padEnd(20)} bytes
Max resident set          unlimited            unlimited            bytes
`
}

const found = (change: Partial<Surroundings>): string[] =>
  retentionHazards({ ...SAFE, ...change }).map(({ setting }) => setting)

test('an ordinary start has none', () => {
  expect(found({})).toEqual([])
})

describe('a flag of Node', () => {
  test.each([
    '--heapsnapshot-near-heap-limit=2',
    '--heapsnapshot-signal=SIGUSR2',
    '--report-on-fatalerror',
    '--report-on-signal',
    '--report-uncaught-exception',
    '--abort-on-uncaught-exception',
    '--cpu-prof',
    '--heap-prof',
    '--inspect',
    '--inspect=0.0.0.0:9229',
    '--inspect-brk',
    '--inspect-wait',
    '--tls-keylog=/tmp/keys',
  ])('%s is found on the command line and in NODE_OPTIONS', (flag) => {
    const [name] = flag.split('=')
    expect(found({ execArgv: ['--import', 'x.js', flag] })).toEqual([name])
    expect(found({ nodeOptions: `--max-old-space-size=64  ${flag} --no-warnings` })).toEqual([name])
    expect(found({ nodeOptions: `"${flag}"` })).toEqual([name])
  })

  test.each([
    ['written with underscores', '--heap_prof', ['--heap-prof']],
    ['set and taken back', '--cpu-prof --no-cpu-prof', []],
    ['taken back and set', '--no-cpu-prof --cpu-prof', ['--cpu-prof']],
    ['that only begins alike', '--inspect-port=0 --cpu-prof-dir=/tmp --report-compact', []],
    ['that is set twice', '--inspect --inspect', ['--inspect']],
  ])('%s: %s', (_what, nodeOptions, names) => {
    expect(found({ nodeOptions })).toEqual(names)
  })

  test('the command line has the last word over NODE_OPTIONS', () => {
    expect(found({ nodeOptions: '--cpu-prof', execArgv: ['--no-cpu-prof'] })).toEqual([])
  })

  test('that is in force is found however it was set, and once', () => {
    expect(found({ inForce: ['--report-on-fatalerror', '--inspect'] })).toEqual([
      '--report-on-fatalerror',
      '--inspect',
    ])
    expect(found({ inForce: ['--inspect'], execArgv: ['--inspect-brk'] })).toEqual(['--inspect-brk'])
  })
})

test('NODE_DEBUG is found, whatever it says', () => {
  expect(found({ nodeDebug: 'http,net' })).toEqual(['NODE_DEBUG'])
  expect(found({ nodeDebug: ' ' })).toEqual([])
})

describe('core files', () => {
  test.each([
    ['without a limit', 'unlimited', 'core', ['core files']],
    ['with a limit', '1048576', '/var/cores/%e.%p', ['core files']],
    ['handed to a program', 'unlimited', '|/usr/lib/systemd/systemd-coredump %P %u', ['core files']],
    ['with a limit of zero', '0', 'core', []],
    ['with no name to go by', 'unlimited', '\n', []],
    ['that go nowhere', 'unlimited', '/dev/null\n', []],
  ])('%s: limit %s, pattern %s', (_what, soft, corePattern, names) => {
    expect(found({ limits: limits(soft, 'unlimited'), corePattern })).toEqual(names)
  })

  test('are not told of where the system does not say', () => {
    expect(found({ limits: undefined, corePattern: undefined })).toEqual([])
    expect(found({ limits: limits('unlimited', 'unlimited'), corePattern: undefined })).toEqual([])
  })
})

test('the words say what is on, what comes of it and how to switch it off', () => {
  const words = retentionHazards({
    ...SAFE,
    nodeOptions: '--heapsnapshot-near-heap-limit=1',
    limits: limits('unlimited', 'unlimited'),
    corePattern: '|/usr/share/apport/apport -p%p\n',
  }).map((hazard) => hazard.words)
  expect(words).toEqual([
    '--heapsnapshot-near-heap-limit is set. Shortly before memory runs out Node writes all of it, prompts included, to a file. Start without it.',
    'Core files are on. A process that dies by a fault is handed with all of its memory, prompts included, to /usr/share/apport/apport. Start with "ulimit -c 0".',
  ])
})

test('the surroundings are those of this process', () => {
  const here = surroundingsOf({ NODE_OPTIONS: '--cpu-prof', NODE_DEBUG: 'net' })
  expect(here).toMatchObject({ nodeOptions: '--cpu-prof', nodeDebug: 'net', execArgv: process.execArgv })
  process.report.reportOnFatalError = true
  try {
    expect(surroundingsOf({}).inForce).toContain('--report-on-fatalerror')
  } finally {
    process.report.reportOnFatalError = false
  }
})
