import { describe, expect, test } from 'vitest'
import { readConfig } from '../src/config.ts'
import { publicUrls } from '../src/public-urls.ts'

describe('public URLs', () => {
  test.each([
    [{}, 'http://127.0.0.1:8080'],
    [{ HOST: '0.0.0.0', PORT: '9000' }, 'http://localhost:9000'],
    [{ HOST: '::' }, 'http://localhost:8080'],
    [{ HOST: '::1' }, 'http://[::1]:8080'],
    [{ BASE_URL: 'https://example.com/' }, 'https://example.com'],
  ])('%j derive from %s', (environment, base) => {
    expect(publicUrls(readConfig(environment))).toEqual({
      base,
      api: `${base}/v1`,
      docs: `${base}/docs`,
      platform: `${base}/console`,
      console: `${base}/console`,
      chat: base,
    })
  })

  test('the console is at its own address, wherever feeds send people', () => {
    const urls = (environment: Record<string, string>) => publicUrls(readConfig(environment))
    expect(urls({ PLATFORM_URL: 'https://platform.example.com' }).console).toBe(
      'https://platform.example.com/console',
    )
    expect(urls({ PLATFORM_URL: 'https://example.com/console/' }).console).toBe('https://example.com/console')
    expect(urls({ CONSOLE_ENABLED: 'false' }).platform).toBe('http://127.0.0.1:8080')
  })
})
