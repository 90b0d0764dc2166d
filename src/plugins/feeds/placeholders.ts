import { ERRORS } from '../json-surface/errors.ts'
import { MAX_DETECTED, MAX_PINS } from '../../domain/grounding/grounding.ts'
import { MAX_ACTIVE_KEYS } from '../../domain/keys/key-service.ts'
import { WINDOW_KINDS } from '../../domain/ledger/spend-windows.ts'
import { toUsd } from '../../domain/ledger/price.ts'
import { FAST_FLOOR_TOKENS, THINKING_FLOOR_TOKENS, type Model } from '../../domain/models/models.ts'
import type { Registry } from '../../domain/registry/registry.ts'
import type { PublicUrls } from '../../public-urls.ts'

/** Codes that no caller of /v1 meets: its keys are neither operator tokens nor personal access tokens. */
const OF_OTHER_TOKENS: ReadonlySet<string> = new Set(['invalid_token', 'invalid_admin_token'])

/**
 * What `{{name}}` in a feed's source stands for: taken from the constants that the code enforces, so that no feed can say
 * what the service does not do.
 */
export function placeholders(
  { models, registry, bodyBytesMax }: { models: readonly Model[]; registry: Registry; bodyBytesMax: number },
  urls: PublicUrls,
): Readonly<Record<string, string>> {
  const rate = (alias: string, side: 'inputRate' | 'outputRate'): string => {
    const model = models.find((one) => one.alias === alias)
    return String(toUsd(model?.[side] ?? 0))
  }
  return {
    base_url: urls.base,
    api_url: urls.api,
    docs_url: urls.docs,
    platform_url: urls.platform,
    chat_url: urls.chat,
    framework_count: String(registry.frameworks.length),
    framework_names: registry.frameworks.map(({ name }) => name).join(', '),
    framework_table: table(
      ['Id', 'Name', 'Version', 'Region'],
      registry.frameworks.map(({ id, name, version, regionLabel }) => [
        `\`${id}\``,
        name,
        version,
        regionLabel,
      ]),
    ),
    model_table: modelTable(models),
    price_table: table(
      ['Alias', 'USD per million input tokens', 'USD per million output tokens'],
      models.map(({ alias, inputRate, outputRate }) => [
        `\`${alias}\``,
        String(toUsd(inputRate)),
        String(toUsd(outputRate)),
      ]),
    ),
    limit_table: table(
      ['Limit', 'Value'],
      [
        ['Active keys per account', String(MAX_ACTIVE_KEYS)],
        ['Pinned frameworks per call', String(MAX_PINS)],
        ['Detected frameworks injected per call', String(MAX_DETECTED)],
        ['`n`', '1'],
        ['Least `max_tokens` of the thinking aliases', `${THINKING_FLOOR_TOKENS} (lower values are raised)`],
        [
          'Least output a call is shortened to where credit is short',
          `${FAST_FLOOR_TOKENS} (fast), ${THINKING_FLOOR_TOKENS} (thinking)`,
        ],
        ['Spend limits per key', `optional, per ${WINDOW_KINDS.join(', ')}`],
        ['Credit balance', 'must be positive'],
        ['Request body', `${bodyBytesMax} bytes`],
      ],
    ),
    error_table: table(
      ['Code', 'Status', 'Type'],
      Object.entries(ERRORS)
        .filter(([code]) => !OF_OTHER_TOKENS.has(code))
        .map(([code, { status, type }]) => [`\`${code}\``, String(status), `\`${type}\``]),
    ),
    max_pins: String(MAX_PINS),
    max_detected: String(MAX_DETECTED),
    max_keys: String(MAX_ACTIVE_KEYS),
    thinking_floor: String(THINKING_FLOOR_TOKENS),
    body_limit: `${bodyBytesMax} bytes`,
    fast_input_usd: rate('svc-fast', 'inputRate'),
    fast_output_usd: rate('svc-fast', 'outputRate'),
    thinking_input_usd: rate('svc-thinking', 'inputRate'),
    thinking_output_usd: rate('svc-thinking', 'outputRate'),
  }
}

/**
 * Fills a text's placeholders.
 * @throws where one is not known: a service with a hole in a published page does not start
 */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{\{\s*([a-z_]+)\s*\}\}/g, (_whole, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`the feed placeholder {{${name}}} is not known`)
    return value
  })
}

/** Fills every string within a JSON value. */
export function fillDeep(value: unknown, values: Readonly<Record<string, string>>): unknown {
  if (typeof value === 'string') return fill(value, values)
  if (Array.isArray(value)) return value.map((one) => fillDeep(one, values))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, fillDeep(one, values)]))
}

function modelTable(models: readonly Model[]): string {
  return table(
    ['Alias', 'Path', 'Context window', 'Default `max_tokens`', 'Most `max_tokens`'],
    models.map((model) => [
      `\`${model.alias}\``,
      model.region === 'eu' ? 'EU' : 'global',
      String(model.contextWindowTokens),
      String(model.defaultMaxTokens),
      String(model.maxOutputTokens),
    ]),
  )
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
