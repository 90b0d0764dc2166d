import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { ConfigError, environmentSchema, pruneLimits, readConfig } from '../src/config.ts'

const URL_WANTED = 'an http or https URL'
const UPSTREAM_WANTED = 'an http or https URL that ends in /v1'
const HIDDEN = 'a value that does not fit (not shown)'
const whole = (least: number, most: number): string => `a whole number from ${least} to ${most}`
const amount = (most: number): string => `a USD amount from 0 to ${most}, at most six decimals`

/** Variable, a value it refuses, what it wants. */
const REFUSED: [name: string, value: string, wants: string][] = [
  ['PORT', '65536', whole(1, 65_535)],
  ['PORT', '80a', whole(1, 65_535)],
  ['PORT', '0', whole(1, 65_535)],
  ['ADMIN_PORT', '-1', whole(1, 65_535)],
  ['LOG_LEVEL', 'loud', 'fatal, error, warn, info, debug, trace or silent'],
  ['BASE_URL', 'example.com', URL_WANTED],
  ['BASE_URL', 'ftp://example.com', URL_WANTED],
  ['API_URL', 'api', URL_WANTED],
  ['DOCS_URL', 'docs', URL_WANTED],
  ['PLATFORM_URL', 'platform', URL_WANTED],
  ['CHAT_URL', 'javascript:alert(1)', URL_WANTED],
  ['UPSTREAM_BASE_URL', 'https://models.example.com', UPSTREAM_WANTED],
  ['UPSTREAM_EU_BASE_URL', 'https://eu.example.com/v2', UPSTREAM_WANTED],
  ['UPSTREAM_MAX_TOKENS_FIELD', 'tokens', 'max_tokens or max_completion_tokens'],
  ['UPSTREAM_EU_MAX_TOKENS_FIELD', 'MAX_TOKENS', 'max_tokens or max_completion_tokens'],
  ['STREAMING_ENABLED', 'yes', 'true or false'],
  ['FAST_CONTEXT_WINDOW', '2047', whole(2_048, 10_000_000)],
  ['THINKING_CONTEXT_WINDOW', '1e6', whole(2_048, 10_000_000)],
  ['FAST_DEFAULT_MAX_TOKENS', '255', whole(256, 1_000_000)],
  ['THINKING_DEFAULT_MAX_TOKENS', '1023', whole(1_024, 1_000_000)],
  ['FAST_MAX_OUTPUT_TOKENS', '1000001', whole(256, 1_000_000)],
  ['THINKING_MAX_OUTPUT_TOKENS', '4096.5', whole(1_024, 1_000_000)],
  ['FAST_INPUT_USD_PER_MTOK', '-0.4', amount(10_000)],
  ['FAST_OUTPUT_USD_PER_MTOK', '0.0000001', amount(10_000)],
  ['THINKING_INPUT_USD_PER_MTOK', '2,00', amount(10_000)],
  ['THINKING_OUTPUT_USD_PER_MTOK', '10000.000001', amount(10_000)],
  ['BOOTSTRAP_CREDIT_USD', '$10', amount(1_000_000)],
  ['UPSTREAM_CONNECT_TIMEOUT_MS', '0', whole(1, 3_600_000)],
  ['UPSTREAM_FIRST_BYTE_TIMEOUT_MS', '2m', whole(1, 3_600_000)],
  ['UPSTREAM_IDLE_TIMEOUT_MS', ' 5', whole(1, 3_600_000)],
  ['UPSTREAM_TOTAL_TIMEOUT_MS', '3600001', whole(1, 3_600_000)],
  ['UPSTREAM_CONNECTIONS_MAX', '0', whole(1, 65_535)],
  ['KEEPALIVE_INTERVAL_MS', 'NaN', whole(1, 3_600_000)],
  ['BODY_LIMIT_BYTES', '16MiB', whole(1_024, 1_073_741_824)],
  ['RUNNING_CALLS_MAX', '0', whole(1, 1_000_000)],
  ['RUNNING_CALLS_PER_KEY_MAX', 'many', whole(1, 1_000_000)],
  ['SHUTDOWN_GRACE_MS', '30\n000', whole(0, 3_600_000)],
  ['DATABASE_POOL_SIZE', '0', whole(1, 1_000)],
  ['SQLITE_SYNCHRONOUS', 'off', 'normal or full'],
  ['USAGE_RETENTION_DAYS', '0', whole(1, 36_500)],
  ['MEMORY_CALLS_MAX', '0', whole(1, 1_000_000)],
  ['FREE_EMPTY_ANSWERS_PER_DAY', '-1', whole(0, 1_000_000)],
  ['CONSOLE_ENABLED', '1', 'true or false'],
  ['OIDC_ISSUER', 'accounts.example.com', 'the issuer as the provider writes it, an https URL'],
  ['OPERATOR_EMAILS', 'ada@example.com,bob', 'e-mail addresses with commas between them'],
  ['SIGN_UP', 'yes', 'open, invited or closed'],
  ['SIGN_UP_CREDIT_USD', '1001', amount(1_000)],
  ['TOP_UP_URL', 'shop', URL_WANTED],
  ['RECEIPT_RETIRED_KEYS', 'abc', 'the x of Ed25519 public keys with commas between them'],
]

/** The same for what nobody may read over an operator's shoulder. */
const REFUSED_SECRETS: [name: string, value: string, wants: string][] = [
  ['ADMIN_TOKEN', 'hunter2-hunter2-hunter2-hunter2', 'at least 32 characters'],
  ['BOOTSTRAP_API_KEY', 'pat-svc-hunter2hunter2', 'a key that starts with sk-svc-'],
  ['BOOTSTRAP_API_KEY', 'sk-svc-hunter2 hunter2', 'a key that starts with sk-svc-'],
  [
    'DATABASE_URL',
    'mysql://root:hunter2@db/svc',
    'sqlite:PATH (one durable file), postgres://… (shared by instances), or unset for memory',
  ],
  [
    'RECEIPT_SIGNING_KEY',
    'hunter2',
    'an Ed25519 private key: 32 random bytes in base64, or PKCS#8 as PEM or base64',
  ],
  ['SMTP_URL', 'http://user:hunter2@mail.example.com', 'smtp://user:password@host:port or smtps://…'],
]

/** Any text that is not empty will do. */
const FREE_TEXT = [
  'HOST',
  'ADMIN_HOST',
  'UPSTREAM_API_KEY',
  'UPSTREAM_FAST_MODEL',
  'UPSTREAM_THINKING_MODEL',
  'UPSTREAM_EU_API_KEY',
  'UPSTREAM_EU_FAST_MODEL',
  'UPSTREAM_EU_THINKING_MODEL',
  'MAIL_FROM',
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET',
  'OIDC_NAME',
]

const NAMES = Object.keys(environmentSchema.shape)

const refusal = (environment: Record<string, string>): unknown => {
  try {
    return readConfig(environment)
  } catch (cause) {
    return cause
  }
}

describe('a bad value', () => {
  test.each(REFUSED)('%s=%s is refused in one line that says what is wanted', (name, value, wants) => {
    expect(refusal({ [name]: value })).toEqual(
      new ConfigError(`${name}: got ${JSON.stringify(value)}, wants ${wants}`),
    )
  })

  test.each(REFUSED_SECRETS)('%s is refused without its value', (name, value, wants) => {
    const refused = refusal({ [name]: value })
    expect(refused).toEqual(new ConfigError(`${name}: got ${HIDDEN}, wants ${wants}`))
    expect(String((refused as Error).stack)).not.toContain('hunter2')
  })

  test('is known for every variable that can have one', () => {
    const refused = [...REFUSED, ...REFUSED_SECRETS].map(([name]) => name)
    expect([...new Set([...refused, ...FREE_TEXT])].sort()).toEqual([...NAMES].sort())
  })

  test.each(['FAST', 'THINKING'])('a %s default above the most a call may ask is refused', (model) => {
    const environment = { [`${model}_DEFAULT_MAX_TOKENS`]: '5000', [`${model}_MAX_OUTPUT_TOKENS`]: '4999' }
    expect(refusal(environment)).toEqual(
      new ConfigError(
        `${model}_DEFAULT_MAX_TOKENS: got "5000", wants at most ${model}_MAX_OUTPUT_TOKENS (4999)`,
      ),
    )
  })

  test.each([{ PORT: '9000', ADMIN_PORT: '9000' }, { ADMIN_PORT: '8080' }])(
    'a port of its own for the operator is another one: %j',
    (environment) => {
      expect(refusal(environment)).toEqual(
        new ConfigError(`ADMIN_PORT: got "${environment.ADMIN_PORT}", wants another port than PORT`),
      )
    },
  )

  test.each([
    ['0.0.0.0', 'sk-svc-abcd'],
    ['::', `sk-svc-${'x'.repeat(23)}`],
    ['192.168.1.5', 'sk-svc-hunter2'],
    ['svc.internal', 'sk-svc-hunter2'],
    ['128.0.0.1', 'sk-svc-hunter2'],
  ])('on HOST=%s a key that can be guessed is refused without its value', (HOST, BOOTSTRAP_API_KEY) => {
    const refused = refusal({ HOST, BOOTSTRAP_API_KEY })
    const wants = 'at least 24 characters after sk-svc- where HOST is not loopback'
    expect(refused).toEqual(new ConfigError(`BOOTSTRAP_API_KEY: got ${HIDDEN}, wants ${wants}`))
  })

  test.each([
    ['0.0.0.0', `sk-svc-${'x'.repeat(24)}`],
    ['127.0.0.1', 'sk-svc-abcd'],
    ['127.8.0.1', 'sk-svc-abcd'],
    ['::1', 'sk-svc-abcd'],
    ['0:0:0:0:0:0:0:1', 'sk-svc-abcd'],
    ['localhost', 'sk-svc-abcd'],
  ])('on HOST=%s the key %s will do', (HOST, BOOTSTRAP_API_KEY) => {
    expect(readConfig({ HOST, BOOTSTRAP_API_KEY })).toMatchObject({ BOOTSTRAP_API_KEY })
  })

  test('stops the process with that line and nothing else', async () => {
    const entry = fileURLToPath(new URL('../src/server.ts', import.meta.url))
    const env = { PORT: 'http', ADMIN_TOKEN: 'hunter2' }
    const ended = await new Promise((resolve) => {
      execFile(
        process.execPath,
        ['--disable-warning=ExperimentalWarning', entry],
        { env },
        (error, stdout, stderr) => resolve({ code: error?.code, stdout, stderr }),
      )
    })
    expect(ended).toEqual({
      code: 1,
      stdout: '',
      stderr: `svc cannot start: PORT: got "http", wants ${whole(1, 65_535)}\n`,
    })
  })
})

describe('a good value', () => {
  test('is not needed: everything has a default or may be unset', () => {
    expect(readConfig({})).toEqual({
      HOST: '127.0.0.1',
      PORT: 8080,
      ADMIN_HOST: '127.0.0.1',
      LOG_LEVEL: 'info',
      UPSTREAM_FAST_MODEL: 'svc-fast',
      UPSTREAM_THINKING_MODEL: 'svc-thinking',
      UPSTREAM_MAX_TOKENS_FIELD: 'max_tokens',
      UPSTREAM_EU_FAST_MODEL: 'svc-fast',
      UPSTREAM_EU_THINKING_MODEL: 'svc-thinking',
      UPSTREAM_EU_MAX_TOKENS_FIELD: 'max_tokens',
      STREAMING_ENABLED: true,
      FAST_CONTEXT_WINDOW: 131_072,
      THINKING_CONTEXT_WINDOW: 131_072,
      FAST_DEFAULT_MAX_TOKENS: 4_096,
      THINKING_DEFAULT_MAX_TOKENS: 8_192,
      FAST_MAX_OUTPUT_TOKENS: 16_384,
      THINKING_MAX_OUTPUT_TOKENS: 32_768,
      FAST_INPUT_USD_PER_MTOK: 400_000,
      FAST_OUTPUT_USD_PER_MTOK: 1_600_000,
      THINKING_INPUT_USD_PER_MTOK: 2_000_000,
      THINKING_OUTPUT_USD_PER_MTOK: 8_000_000,
      BOOTSTRAP_CREDIT_USD: 10_000_000,
      FREE_EMPTY_ANSWERS_PER_DAY: 20,
      UPSTREAM_CONNECT_TIMEOUT_MS: 5_000,
      UPSTREAM_FIRST_BYTE_TIMEOUT_MS: 120_000,
      UPSTREAM_IDLE_TIMEOUT_MS: 120_000,
      UPSTREAM_TOTAL_TIMEOUT_MS: 540_000,
      UPSTREAM_CONNECTIONS_MAX: 8_192,
      KEEPALIVE_INTERVAL_MS: 15_000,
      BODY_LIMIT_BYTES: 16_777_216,
      RUNNING_CALLS_MAX: 8_192,
      RUNNING_CALLS_PER_KEY_MAX: 1_024,
      SHUTDOWN_GRACE_MS: 30_000,
      DATABASE_POOL_SIZE: 10,
      SQLITE_SYNCHRONOUS: 'normal',
      MEMORY_CALLS_MAX: 100_000,
      CONSOLE_ENABLED: true,
      OIDC_NAME: 'single sign-on',
      SIGN_UP: 'open',
      SIGN_UP_CREDIT_USD: 0,
    })
  })

  test('counts as unset when it is empty, as env files write it', () => {
    expect(readConfig(Object.fromEntries(NAMES.map((name) => [name, ''])))).toEqual(readConfig({}))
  })

  test('may stand beside variables of other programs, and cannot be changed afterwards', () => {
    const config = readConfig({ PATH: '/usr/bin', PORT: '1' })
    expect(config).toEqual({ ...readConfig({}), PORT: 1 })
    expect(Object.isFrozen(config)).toBe(true)
  })

  test.each([
    ['PORT', '65535', 65_535],
    ['STREAMING_ENABLED', 'false', false],
    ['BASE_URL', 'https://example.com/', 'https://example.com'],
    ['UPSTREAM_BASE_URL', 'http://127.0.0.1:11434/v1/', 'http://127.0.0.1:11434/v1'],
    ['FAST_INPUT_USD_PER_MTOK', '0', 0],
    ['FAST_INPUT_USD_PER_MTOK', '0.000001', 1],
    ['FAST_OUTPUT_USD_PER_MTOK', '1.1', 1_100_000],
    ['THINKING_INPUT_USD_PER_MTOK', '4.35', 4_350_000],
    ['BOOTSTRAP_CREDIT_USD', '1000000', 1_000_000_000_000],
    ['DATABASE_URL', 'sqlite:data/svc.db', 'sqlite:data/svc.db'],
    ['DATABASE_URL', 'postgresql://db/svc?sslmode=require', 'postgresql://db/svc?sslmode=require'],
    ['SQLITE_SYNCHRONOUS', 'full', 'full'],
    ['FREE_EMPTY_ANSWERS_PER_DAY', '0', 0],
    ['USAGE_RETENTION_DAYS', '90', 90],
    ['MEMORY_CALLS_MAX', '1', 1],
    ['SHUTDOWN_GRACE_MS', '0', 0],
    ['OPERATOR_EMAILS', ' Ada@Example.com, bob@example.com,', ['ada@example.com', 'bob@example.com']],
    ['SIGN_UP_CREDIT_USD', '2.5', 2_500_000],
    ['UPSTREAM_MAX_TOKENS_FIELD', 'max_completion_tokens', 'max_completion_tokens'],
  ])('%s=%s is read as %s', (name, value, read) => {
    expect(readConfig({ [name]: value })).toEqual({ ...readConfig({}), [name]: read })
  })
})

describe('variables that need another', () => {
  test.each([
    [
      { SMTP_URL: 'smtp://127.0.0.1:25' },
      'MAIL_FROM: got nothing, wants the address that mails come from, since SMTP_URL is set',
    ],
    [
      { OIDC_ISSUER: 'https://accounts.example.com' },
      'OIDC_CLIENT_ID: got nothing, wants the client id at the provider, since OIDC_ISSUER is set',
    ],
    [
      { OIDC_ISSUER: 'http://accounts.example.com', OIDC_CLIENT_ID: 'svc' },
      'OIDC_ISSUER: got "http://accounts.example.com", wants an https URL, since it is not on this machine',
    ],
  ])('%j is refused', (environment, words) => {
    expect(refusal(environment)).toEqual(new ConfigError(words))
  })

  test('a provider on this machine may speak http', () => {
    const environment = { OIDC_ISSUER: 'http://127.0.0.1:3000', OIDC_CLIENT_ID: 'svc' }
    expect(readConfig(environment)).toMatchObject(environment)
  })
})

describe('the usage history', () => {
  const NOON = Date.parse('2026-11-21T12:00:00Z')

  test.each([
    [{}, { endedBefore: undefined, callsMost: 100_000 }],
    [{ USAGE_RETENTION_DAYS: '1' }, { endedBefore: Date.parse('2026-11-20T12:00:00Z'), callsMost: 100_000 }],
    [{ MEMORY_CALLS_MAX: '5' }, { endedBefore: undefined, callsMost: 5 }],
    [{ DATABASE_URL: 'sqlite:svc.db' }, { endedBefore: undefined, callsMost: undefined }],
    [
      { DATABASE_URL: 'postgres://db/svc', USAGE_RETENTION_DAYS: '30' },
      { endedBefore: Date.parse('2026-10-22T12:00:00Z'), callsMost: undefined },
    ],
  ])('with %j may be pruned within %j', (environment, limits) => {
    expect(pruneLimits(readConfig(environment), NOON)).toEqual(limits)
  })
})

describe('.env.example', () => {
  const lines = readFileSync(new URL('../.env.example', import.meta.url), 'utf8').split('\n')
  const entries = lines.flatMap((line): [string, string][] => {
    const entry = /^(?:# )?([A-Z][A-Z0-9_]*)=(.*)$/.exec(line)
    return entry ? [[entry[1] ?? '', entry[2] ?? '']] : []
  })

  test('names exactly the variables the service reads, each once, in their order', () => {
    expect(entries.map(([name]) => name)).toEqual(NAMES)
  })

  test.each(NAMES)('shows the default of %s', (name) => {
    const shown = Object.fromEntries(entries)[name] ?? 'no line'
    const defaults: Readonly<Record<string, unknown>> = readConfig({})
    const read: Readonly<Record<string, unknown>> = readConfig({ [name]: shown })
    expect(shown === '').toBe(defaults[name] === undefined)
    expect(read[name]).toBe(defaults[name])
  })

  test('taken as it is changes nothing', () => {
    const active = lines.filter((line) => !line.startsWith('#')).map((line) => line.split('='))
    const environment = Object.fromEntries(active.map(([name = '', value = '']) => [name, value]))
    expect(readConfig(environment)).toEqual(readConfig({}))
  })
})
