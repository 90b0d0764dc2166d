import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService, type Service } from '../support/start-service.ts'

const PROGRAM = fileURLToPath(new URL('../../tools/receipts/verify.ts', import.meta.url))
const REQUEST = JSON.stringify({
  model: 'svc-fast',
  messages: [{ role: 'user', content: 'What does DORA ask of incident reports?' }],
  svc: { receipt: true },
})

let folder: string
let service: Service
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-receipt-'))
  service = await startService()
  const answer = await (await service.call('POST', '/v1/chat/completions', REQUEST)).text()
  const keys = await (await fetch(`${service.url}/api/public/receipt-keys/v1`)).text()
  const files = {
    'answer.json': answer,
    'changed.json': answer.replace('"finish_reason":"stop"', '"finish_reason":"stap"'),
    'request.json': REQUEST,
    'keys.json': keys,
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
})
afterAll(async () => {
  await service.close()
  await rm(folder, { recursive: true })
})

/** Runs the program as npm would, in the folder of the files. */
function run(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], {
    cwd: folder,
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

test('an answer that was saved is checked without the service, and the words say what was checked', async () => {
  const alone = run('answer.json')
  expect(alone).toMatchObject({ status: 0, stderr: '' })
  expect(alone.stdout).toMatch(
    /^answer\.json: the receipt holds\n[^]*grounded in dora [^]*not given[^]*compare it with/,
  )
  const all = run('answer.json', '--request', 'request.json', '--keys', 'keys.json')
  expect(all).toMatchObject({ status: 0, stderr: '' })
  expect(all.stdout).toMatch(/the one that was signed[^]*, published\n$/)
})

test('one changed byte is told, with 1 as the exit code', () => {
  expect(run('changed.json')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('does not hold: the answer is not, byte by byte'),
  })
  expect(run('answer.json', '--request', 'keys.json')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('the request is not, byte by byte'),
  })
  expect(run('request.json')).toMatchObject({ status: 1, stderr: expect.stringContaining('not one receipt') })
})

test('what cannot be checked is told apart, with 2', () => {
  for (const args of [
    [],
    ['nothing.json'],
    ['answer.json', 'request.json'],
    ['answer.json', '--kyes', 'x'],
  ]) {
    expect(run(...args)).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringContaining('Usage: npm run'),
    })
  }
})
