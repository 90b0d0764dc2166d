import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { runBench } from '../../bench/bench.ts'
import { freePort, startNode } from '../../bench/processes/start-process.ts'
import { floor } from '../../bench/targets/floor.ts'
import type { Target } from '../../bench/targets/target.ts'

const folders: string[] = []
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true })
})

/** A run of one short round; what it printed, its exit code and its JSON file. */
async function run(targets: readonly Target[], ...args: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'svc-bench-test-'))
  folders.push(folder)
  let output = ''
  const print = (words: string): void => {
    output += words
  }
  const code = await runBench(['--quick', '--rounds', '1', '--seconds', '0.1', ...args], {
    targets,
    folder,
    print,
  })
  const read = (name: string): Promise<string> => readFile(join(folder, name), 'utf8')
  return { output, code, read }
}

/** A target whose every answer is this one. */
function answering(name: string, type: string, body: string): Target {
  const program = `require('node:http').createServer((request, response) => {
    request.resume().on('end', () => response.setHeader('content-type', '${type}').end(${JSON.stringify(body)}))
  }).listen(process.env.PORT, '127.0.0.1')`
  return {
    name,
    role: 'peer',
    start: async ({ folder }) => {
      const port = await freePort()
      const environment = { PORT: String(port) }
      const started = await startNode({ args: ['-e', program], folder, environment }, port)
      return { ...started, path: '/', headers: {}, model: 'any' }
    },
  }
}

test('the floor answers calls and streams rightly, is measured beside itself, and the run is saved', async () => {
  const { output, code, read } = await run([floor], '--workloads', 'W2,W3')
  expect(output).toMatch(/^ {2}floor +[\d.,]+ +1\.00 /m)
  expect(code).toBe(0)
  const report = JSON.parse(await read('partial.json')) as { workloads: { id: string; rows: object[] }[] }
  expect(report.workloads).toMatchObject([
    { id: 'W2', unit: 'request', rows: [{ target: 'floor', ratio: 1, failed: 0 }] },
    { id: 'W3', unit: 'chunk', rows: [{ target: 'floor', ratio: 1, failed: 0 }] },
  ])
  expect(await read('partial.svg')).toMatch(/^<svg /)
})

test.each([
  {
    name: 'an answer that is not the upstream’s',
    workload: 'W2',
    target: answering('odd', 'application/json', '{"choices":[]}'),
    reason: 'the answer is not what the upstream said',
  },
  {
    name: 'a stream that breaks off',
    workload: 'W3',
    target: answering('short', 'text/event-stream', 'data: {"choices":[]}\n\n'),
    reason: 'the stream does not end with [DONE]',
  },
  {
    name: 'a target that does not start',
    workload: 'W2',
    target: {
      name: 'dead',
      role: 'peer',
      start: async ({ folder }) => {
        const started = await startNode(
          { args: ['-e', 'throw new Error("no luck")'], folder },
          await freePort(),
        )
        return { ...started, path: '/', headers: {} }
      },
    } satisfies Target,
    reason: 'no luck',
  },
])(
  '$name is reported and not measured, the others are, and the run exits 1',
  async ({ workload, target, reason }) => {
    const { output, code } = await run([floor, target], '--workloads', workload)
    expect(output).toMatch(/^ {2}floor +[\d.,]+ +1\.00 /m)
    expect(output).toContain(`${target.name} FAILED: `)
    expect(output).toContain(reason)
    expect(output).not.toMatch(new RegExp(`^  ${target.name} +[\\d.,]+ `, 'm'))
    expect(code).toBe(1)
  },
)

test('a peer that is not installed is left out, and that is no failure', async () => {
  const missing: Target = { ...answering('away', '', ''), absent: () => 'not installed' }
  const { output, code } = await run([floor, missing], '--workloads', 'W2')
  expect(output).toContain('away left out: not installed')
  expect(code).toBe(0)
})

test.each([
  { args: ['--workloads', 'W9'], words: 'no workload W9' },
  { args: ['--streams', 'many'], words: '--streams wants a number above zero' },
  { args: ['--fast'], words: '--fast' },
])('$args is refused with the usage, before anything starts', async ({ args, words }) => {
  const { output, code } = await run([], ...args)
  expect(output).toContain(words)
  expect(output).toContain('npm run bench -- [options]')
  expect(code).toBe(2)
})
