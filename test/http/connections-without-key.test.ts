import { describe, expect, test, vi } from 'vitest'
import type { Service } from '../support/start-service.ts'
import { LimitedService } from './limited-service.ts'
import { head, wire } from './wire.ts'

const limited = new LimitedService()

describe('connections that have shown no key are bounded', () => {
  const keyed = ({ key }: Service): string => head('GET /v1/models', { Authorization: `Bearer ${key}` })

  test('the oldest goes where one too many comes, and the newcomer is answered', async () => {
    const running = await limited.start({ withoutKeyMax: 3 })
    const first = await wire(running)
    const second = await wire(running, head('GET /healthz'))
    await second.heard(/"ok"/)
    const third = await wire(running)
    const fourth = await wire(running, head('GET /healthz'))
    await fourth.heard(/"ok"/)
    expect(await first.closed).toBe('')
    third.socket.write(head('GET /healthz'))
    second.socket.write(head('GET /healthz'))
    await third.heard(/"ok"/)
    await second.heard(/"ok"[^]*"ok"/)
    for (const { socket } of [second, third, fourth]) socket.destroy()
  })

  test('a connection on which a valid key was accepted does not count; an unknown key is none', async () => {
    const running = await limited.start({ withoutKeyMax: 2 })
    const known = await wire(running, keyed(running))
    await known.heard(/"object":"list"/)
    const unknown = await wire(running, head('GET /v1/models', { Authorization: 'Bearer sk-svc-unknown' }))
    await unknown.heard(/invalid_api_key/)
    const others = [await wire(running), await wire(running)]
    expect(await unknown.closed).toContain('invalid_api_key')
    known.socket.write(head('GET /healthz'))
    await known.heard(/"ok"/)
    for (const { socket } of [known, ...others]) socket.destroy()
  })

  test('one that is being answered is spared while another can go', async () => {
    const running = await limited.start({ withoutKeyMax: 2 })
    const asked = Promise.withResolvers<void>()
    const more = Promise.withResolvers<void>()
    const ping = vi.spyOn(running.parts.store, 'tryWrite').mockImplementation(async () => {
      asked.resolve()
      await more.promise
    })
    const answered = await wire(running, head('GET /readyz'))
    await asked.promise
    const idle = await wire(running)
    const newcomer = await wire(running)
    expect(await idle.closed).toBe('')
    more.resolve()
    await answered.heard(/"ready"/)
    ping.mockRestore()
    for (const { socket } of [answered, newcomer]) socket.destroy()
  })
})
