import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startService, type Service } from '../../../support/start-service.ts'
import { expectNothingHappened } from '../refusal.ts'
import { startUpstream, type UpstreamServer } from '../../../support/upstream-server.ts'

let service: Service
let upstream: UpstreamServer
beforeAll(async () => {
  upstream = await startUpstream()
  service = await startService({ UPSTREAM_BASE_URL: upstream.url })
})
afterAll(async () => {
  await service.close()
  await upstream.close()
})

test.each(['/v1/chat/completions', '/v1/chat/completions/preflight'])(
  'POST %s: a prompt that cannot fit is refused before detection reads any of it',
  async (path) => {
    const detect = vi.spyOn(service.parts.detector, 'detect')
    const messages = [{ role: 'user', content: '\ufdfa'.repeat(2_000_000) }]
    const response = await service.call('POST', path, { model: 'svc-fast', messages })
    expect(await response.text()).toContain('context_length_exceeded')
    expect(detect).not.toHaveBeenCalled()
    detect.mockRestore()
    await expectNothingHappened(service, upstream)
  },
)
