import type { Config } from './config.ts'
import type { PeopleParts } from './plugins/console/console-parts.ts'
import { addressOf, type PublicUrls } from './public-urls.ts'
import type { RetentionHazard } from './retention-hazards.ts'

/** What a person at the terminal needs, once: where it listens, what answers, a key and a line to paste. */
export function banner(
  config: Config,
  {
    urls,
    secret,
    people,
    hazards,
  }: {
    urls: PublicUrls
    secret: string | undefined
    people: PeopleParts
    hazards: readonly RetentionHazard[]
  },
): string {
  const responder =
    config.UPSTREAM_BASE_URL === undefined
      ? 'the built-in extractive responder (no model; set UPSTREAM_BASE_URL for one)'
      : 'the configured OpenAI-compatible upstream'
  const state =
    config.DATABASE_URL === undefined ? 'in memory, gone when the process ends' : 'in the configured database'
  const key = secret ?? '$BOOTSTRAP_API_KEY'
  const body =
    '{"model":"svc-fast","stream":true,"messages":[{"role":"user","content":"Which ISO 27001 controls cover supplier agreements?"}]}'
  return [
    '',
    `svc listens on ${urls.base}`,
    `  answers come from ${responder}`,
    `  state is ${state}`,
    `  API reference: ${urls.docs}   feeds: ${urls.base}/api/public/frameworks/v1`,
    ...(config.CONSOLE_ENABLED ? [`  console: ${urls.console}   ${wayIn(people)}`.trimEnd()] : []),
    ...(config.ADMIN_PORT === undefined
      ? []
      : [`  operator API and metrics: ${addressOf(config.ADMIN_HOST, config.ADMIN_PORT)}`]),
    ...(hazards.length === 0
      ? []
      : [
          '',
          '  Warning: what callers say may be kept, though not by the service:',
          ...hazards.map(({ words }) => `  - ${words}`),
        ]),
    ...(secret === undefined
      ? []
      : [
          '',
          `  Demo key, shown this once (credit ${config.BOOTSTRAP_CREDIT_USD / 1_000_000} USD):`,
          `  ${secret}`,
        ]),
    ...(secret === undefined && config.BOOTSTRAP_API_KEY === undefined
      ? []
      : [
          '',
          '  Try it:',
          '',
          `curl -N ${urls.api}/chat/completions -H "Authorization: Bearer ${key}" -H "Content-Type: application/json" -d '${body}'`,
        ]),
    '',
    '',
  ].join('\n')
}

/** How people sign in to the console. */
function wayIn({ emailSignIn, oidcSignIn, mailOnTerminal }: PeopleParts): string {
  if (mailOnTerminal)
    return 'any address signs in: its mail is shown here. The first one spends the demo credit'
  if (emailSignIn ?? oidcSignIn) return ''
  return 'nobody can sign in yet: set SMTP_URL and MAIL_FROM, or OIDC_ISSUER and OIDC_CLIENT_ID'
}
