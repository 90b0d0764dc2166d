import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ConsoleClient } from '../../support/console-client.ts'
import { startService, type Service } from '../../support/start-service.ts'

/** Somebody guesses at the code of an address. Every code is the same here, so that each guess would be right. */
const CODE = '12345678'

let service: Service
beforeEach(async () => {
  vi.spyOn(crypto, 'randomInt').mockImplementation(() => Number(CODE))
  syncBuiltinESMExports()
  service = await startService({ SIGN_UP: 'invited', OPERATOR_EMAILS: 'ada@example.com' })
})
afterEach(async () => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
  await service.close()
})

/** Asks for a mail to the address, and tries the code. */
async function guess(email: string): Promise<{ status: number; page: string }> {
  const browser = new ConsoleClient(service)
  await browser.post('/console/sign-in', { email })
  const answer = await browser.post('/console/sign-in/code', { code: CODE })
  return { status: answer.status, page: await answer.text() }
}

test('where no mail left no code is right, so an address is guessed at no more often than it gets mails', async () => {
  const statuses: number[] = []
  for (let asked = 0; asked < 8; asked += 1) statuses.push((await guess('ada@example.com')).status)
  expect(statuses).toEqual([303, 303, 303, 303, 303, 422, 422, 422])
})

test('an address that may not come in is told of a wrong code, as where the mail was held back', async () => {
  for (let asked = 0; asked < 5; asked += 1) await guess('ada@example.com')
  const [held, stranger] = [await guess('ada@example.com'), await guess('eve@example.com')]
  expect(held.status).toBe(422)
  expect(held.page).toContain('4 tries are left')
  expect(stranger).toEqual(held)
})
