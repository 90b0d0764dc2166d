import { z } from 'zod'
import { readPrivateKey, readPublicJwk } from './adapters/receipts/ed25519-keys.ts'
import { emailAddress } from './domain/people/email-address.ts'
import { PREFIXES } from './domain/keys/secret.ts'
import type { PruneLimits } from './domain/ledger/books.ts'
import type { ModelSettings } from './domain/models/models.ts'
import { isLoopback } from './loopback.ts'

/** The URL as configured, without a slash at its end. */
const url = z
  .url({ protocol: /^https?$/, error: 'an http or https URL' })
  .transform((value) => value.replace(/\/+$/, ''))

/** An OpenAI-compatible server: its paths hang below `/v1`. */
const upstreamUrl = url.refine((value) => value.endsWith('/v1'), 'an http or https URL that ends in /v1')

const count = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d+$/, `a whole number from ${least} to ${most}`)
    .transform(Number)
    .refine((value) => value >= least && value <= most, `a whole number from ${least} to ${most}`)

/** A decimal USD amount, kept as whole micro-dollars. */
const usd = (most: number) =>
  z
    .string()
    .regex(/^\d+(\.\d{1,6})?$/, `a USD amount from 0 to ${most}, at most six decimals`)
    .transform((value) => Math.round(Number(value) * 1_000_000))
    .refine((micros) => micros <= most * 1_000_000, `a USD amount from 0 to ${most}, at most six decimals`)

/** How a server calls the output limit. */
const maxTokensField = z
  .enum(['max_tokens', 'max_completion_tokens'], { error: 'max_tokens or max_completion_tokens' })
  .default('max_tokens')

const text = z.string().min(1, 'a text that is not empty')

/** `true` or `false`. */
const flag = z
  .enum(['true', 'false'], { error: 'true or false' })
  .transform((value) => value === 'true')
  .default(true)

/** Addresses with commas between them, as they are compared: lower case. */
const emails = z.string().transform((value, context) => {
  const addresses = value
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .map((one) => emailAddress(one))
  if (addresses.every((one) => one !== undefined)) return addresses
  context.addIssue({ code: 'custom', message: 'e-mail addresses with commas between them' })
  return z.NEVER
})

const privateKey = z.string().transform((value, context) => {
  const key = readPrivateKey(value)
  if (key) return key
  context.addIssue({
    code: 'custom',
    message: 'an Ed25519 private key: 32 random bytes in base64, or PKCS#8 as PEM or base64',
  })
  return z.NEVER
})

const publicKeys = z.string().transform((value, context) => {
  const keys = value.split(',').map((one) => readPublicJwk(one.trim()))
  if (keys.every((key) => key !== undefined)) return keys
  context.addIssue({ code: 'custom', message: 'the x of Ed25519 public keys with commas between them' })
  return z.NEVER
})

/**
 * Every variable the service reads, with its default. `.env.example` is kept equal to this table by a test.
 * Amounts become micro-dollars, rates micro-dollars per million tokens; times are milliseconds, windows tokens.
 */
export const environmentSchema = z.object({
  HOST: text.default('127.0.0.1'),
  PORT: count(1, 65_535).default(8080),
  ADMIN_HOST: text.default('127.0.0.1'),
  ADMIN_PORT: count(1, 65_535).optional(),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'fatal, error, warn, info, debug, trace or silent',
    })
    .default('info'),
  BASE_URL: url.optional(),
  API_URL: url.optional(),
  DOCS_URL: url.optional(),
  PLATFORM_URL: url.optional(),
  CHAT_URL: url.optional(),
  UPSTREAM_BASE_URL: upstreamUrl.optional(),
  UPSTREAM_API_KEY: text.optional(),
  UPSTREAM_FAST_MODEL: text.default('svc-fast'),
  UPSTREAM_THINKING_MODEL: text.default('svc-thinking'),
  UPSTREAM_MAX_TOKENS_FIELD: maxTokensField,
  UPSTREAM_EU_BASE_URL: upstreamUrl.optional(),
  UPSTREAM_EU_API_KEY: text.optional(),
  UPSTREAM_EU_FAST_MODEL: text.default('svc-fast'),
  UPSTREAM_EU_THINKING_MODEL: text.default('svc-thinking'),
  UPSTREAM_EU_MAX_TOKENS_FIELD: maxTokensField,
  STREAMING_ENABLED: flag,
  FAST_CONTEXT_WINDOW: count(2_048, 10_000_000).default(131_072),
  THINKING_CONTEXT_WINDOW: count(2_048, 10_000_000).default(131_072),
  FAST_DEFAULT_MAX_TOKENS: count(256, 1_000_000).default(4_096),
  THINKING_DEFAULT_MAX_TOKENS: count(1_024, 1_000_000).default(8_192),
  FAST_MAX_OUTPUT_TOKENS: count(256, 1_000_000).default(16_384),
  THINKING_MAX_OUTPUT_TOKENS: count(1_024, 1_000_000).default(32_768),
  FAST_INPUT_USD_PER_MTOK: usd(10_000).default(400_000),
  FAST_OUTPUT_USD_PER_MTOK: usd(10_000).default(1_600_000),
  THINKING_INPUT_USD_PER_MTOK: usd(10_000).default(2_000_000),
  THINKING_OUTPUT_USD_PER_MTOK: usd(10_000).default(8_000_000),
  DATABASE_URL: z
    .string()
    .regex(
      /^(?:sqlite:.|postgres(?:ql)?:\/\/.)/,
      'sqlite:PATH (one durable file), postgres://… (shared by instances), or unset for memory',
    )
    .optional(),
  DATABASE_POOL_SIZE: count(1, 1_000).default(10),
  USAGE_RETENTION_DAYS: count(1, 36_500).optional(),
  MEMORY_CALLS_MAX: count(1, 1_000_000).default(100_000),
  SQLITE_SYNCHRONOUS: z.enum(['normal', 'full'], { error: 'normal or full' }).default('normal'),
  ADMIN_TOKEN: z.string().min(32, 'at least 32 characters').optional(),
  BOOTSTRAP_API_KEY: z
    .string()
    .regex(/^sk-svc-[A-Za-z0-9_-]{4,200}$/, 'a key that starts with sk-svc-')
    .optional(),
  BOOTSTRAP_CREDIT_USD: usd(1_000_000).default(10_000_000),
  FREE_EMPTY_ANSWERS_PER_DAY: count(0, 1_000_000).default(20),
  UPSTREAM_CONNECT_TIMEOUT_MS: count(1, 3_600_000).default(5_000),
  UPSTREAM_FIRST_BYTE_TIMEOUT_MS: count(1, 3_600_000).default(120_000),
  UPSTREAM_IDLE_TIMEOUT_MS: count(1, 3_600_000).default(120_000),
  UPSTREAM_TOTAL_TIMEOUT_MS: count(1, 3_600_000).default(540_000),
  UPSTREAM_CONNECTIONS_MAX: count(1, 65_535).default(8_192),
  KEEPALIVE_INTERVAL_MS: count(1, 3_600_000).default(15_000),
  BODY_LIMIT_BYTES: count(1_024, 1_073_741_824).default(16 * 1024 * 1024),
  RUNNING_CALLS_MAX: count(1, 1_000_000).default(8_192),
  RUNNING_CALLS_PER_KEY_MAX: count(1, 1_000_000).default(1_024),
  SHUTDOWN_GRACE_MS: count(0, 3_600_000).default(30_000),
  RECEIPT_SIGNING_KEY: privateKey.optional(),
  RECEIPT_RETIRED_KEYS: publicKeys.optional(),
  CONSOLE_ENABLED: flag,
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'smtp://user:password@host:port or smtps://…' }).optional(),
  MAIL_FROM: text.optional(),
  OIDC_ISSUER: z
    .url({ protocol: /^https?$/, error: 'the issuer as the provider writes it, an https URL' })
    .optional(),
  OIDC_CLIENT_ID: text.optional(),
  OIDC_CLIENT_SECRET: text.optional(),
  OIDC_NAME: text.default('single sign-on'),
  OPERATOR_EMAILS: emails.optional(),
  SIGN_UP: z.enum(['open', 'invited', 'closed'], { error: 'open, invited or closed' }).default('open'),
  SIGN_UP_CREDIT_USD: usd(1_000).default(0),
  TOP_UP_URL: url.optional(),
})

export type Config = Readonly<z.infer<typeof environmentSchema>>

/** A configuration the service refuses to start with; the message is the one line the operator reads. */
export class ConfigError extends Error {}

/** Variables whose value must never be repeated on a terminal. */
const SECRETS = new Set([
  'UPSTREAM_API_KEY',
  'UPSTREAM_EU_API_KEY',
  'ADMIN_TOKEN',
  'BOOTSTRAP_API_KEY',
  'DATABASE_URL',
  'SMTP_URL',
  'OIDC_CLIENT_SECRET',
  'RECEIPT_SIGNING_KEY',
])

const HIDDEN = 'a value that does not fit (not shown)'

/** What a key that somebody thought up has behind its prefix, where others than this machine can try to guess it. */
const CHOSEN_LEAST = 24

/**
 * Reads the environment once. An empty variable counts as unset, as `.env` files and compose files write it.
 * @throws {ConfigError} naming the first bad variable, what it got and what it wants
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.keys(environmentSchema.shape)
      .map((name) => [name, environment[name]] as const)
      .filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = environmentSchema.safeParse(given)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    const name = String(issue?.path[0])
    const got = SECRETS.has(name) ? HIDDEN : withoutPassword(JSON.stringify(given[name]))
    throw new ConfigError(`${name}: got ${got}, wants ${issue?.message}`)
  }
  const config = parsed.data
  for (const model of ['FAST', 'THINKING'] as const) {
    const most = config[`${model}_MAX_OUTPUT_TOKENS`]
    const usual = config[`${model}_DEFAULT_MAX_TOKENS`]
    if (usual > most) {
      throw new ConfigError(
        `${model}_DEFAULT_MAX_TOKENS: got "${usual}", wants at most ${model}_MAX_OUTPUT_TOKENS (${most})`,
      )
    }
  }
  if (config.ADMIN_PORT === config.PORT) {
    throw new ConfigError(`ADMIN_PORT: got "${config.PORT}", wants another port than PORT`)
  }
  const key = config.BOOTSTRAP_API_KEY
  if (key !== undefined && key.length < PREFIXES.key.length + CHOSEN_LEAST && !isLoopback(config.HOST)) {
    throw new ConfigError(
      `BOOTSTRAP_API_KEY: got ${HIDDEN}, wants at least ${CHOSEN_LEAST} characters after ${PREFIXES.key} where HOST is not loopback`,
    )
  }
  const { OIDC_ISSUER: issuer } = config
  if (issuer !== undefined && config.OIDC_CLIENT_ID === undefined) {
    throw new ConfigError(
      'OIDC_CLIENT_ID: got nothing, wants the client id at the provider, since OIDC_ISSUER is set',
    )
  }
  if (issuer?.startsWith('http:') && !isLoopback(new URL(issuer).hostname)) {
    throw new ConfigError(`OIDC_ISSUER: got "${issuer}", wants an https URL, since it is not on this machine`)
  }
  if (config.SMTP_URL !== undefined && config.MAIL_FROM === undefined) {
    throw new ConfigError(
      'MAIL_FROM: got nothing, wants the address that mails come from, since SMTP_URL is set',
    )
  }
  return Object.freeze(config)
}

/** What the variables say of each kind of model. */
export function modelSettings(config: Config): Record<'fast' | 'thinking', ModelSettings> {
  const of = (kind: 'FAST' | 'THINKING'): ModelSettings => ({
    contextWindowTokens: config[`${kind}_CONTEXT_WINDOW`],
    defaultMaxTokens: config[`${kind}_DEFAULT_MAX_TOKENS`],
    maxOutputTokens: config[`${kind}_MAX_OUTPUT_TOKENS`],
    inputRate: config[`${kind}_INPUT_USD_PER_MTOK`],
    outputRate: config[`${kind}_OUTPUT_USD_PER_MTOK`],
  })
  return { fast: of('FAST'), thinking: of('THINKING') }
}

/** Which calls `Store.prune` may take at this moment, as the variables say. */
export function pruneLimits(config: Config, now: number): PruneLimits {
  const { USAGE_RETENTION_DAYS: days, DATABASE_URL: url, MEMORY_CALLS_MAX } = config
  return {
    endedBefore: days === undefined ? undefined : now - days * 86_400_000,
    callsMost: url === undefined ? MEMORY_CALLS_MAX : undefined,
  }
}

/** A URL may carry a user and a password; neither belongs on a terminal. */
function withoutPassword(text: string): string {
  return text.replace(/\/\/[^/@]*@/, '//')
}
