import type { Config } from './config.ts'

/** The public URLs that feeds, reference and banner speak of. */
export interface PublicUrls {
  base: string
  api: string
  docs: string
  /** What the feeds call the console's address. */
  platform: string
  /** Where the console of this service is. */
  console: string
  chat: string
}

/** As configured, or else derived from where the service listens. */
export function publicUrls(config: Config): PublicUrls {
  const base = config.BASE_URL ?? addressOf(config.HOST, config.PORT)
  const platform = config.PLATFORM_URL ?? (config.CONSOLE_ENABLED ? `${base}/console` : base)
  return {
    base,
    api: config.API_URL ?? `${base}/v1`,
    docs: config.DOCS_URL ?? `${base}/docs`,
    platform,
    console: new URL('/console', platform).href,
    chat: config.CHAT_URL ?? base,
  }
}

/** Where something that listens there is reached from this machine. */
export function addressOf(listensOn: string, port: number): string {
  const anywhere = listensOn === '0.0.0.0' || listensOn === '::'
  const host = anywhere ? 'localhost' : listensOn.includes(':') ? `[${listensOn}]` : listensOn
  return `http://${host}:${port}`
}
