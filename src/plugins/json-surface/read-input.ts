import type { z } from 'zod'
import { ApiError } from './api-error.ts'

type Issue = z.core.$ZodIssue

/**
 * The first thing wrong with a body, as a refusal that names the field and what it wants, never what it held. `above` is the path to it,
 * where it is a part of a larger body.
 * @returns `missing_required_parameter`, `invalid_type` or `invalid_value`, with the field's path as `param`
 */
export function invalidInput(error: z.ZodError, body: unknown, above: readonly PropertyKey[] = []): ApiError {
  const [first] = error.issues
  if (!first) return new ApiError('invalid_value')
  const { issue, path } = deepest(first, [...first.path])
  if (issue.code === 'unrecognized_keys') path.push(issue.keys[0] ?? '')
  const value = valueAt(body, path)
  const param = formatPath([...above, ...path])
  const where = param ?? 'the request body'
  if (value === undefined) {
    return new ApiError('missing_required_parameter', {
      message: `Missing required parameter: ${where}.`,
      ...(param && { param }),
    })
  }
  const wanted = wantedType(issue, value)
  if (wanted !== undefined) {
    return new ApiError('invalid_type', {
      message: `Invalid type for ${where}: expected ${wanted}, got ${typeName(value)}.`,
      ...(param && { param }),
    })
  }
  return new ApiError('invalid_value', {
    message: `Invalid value for ${where}: ${wants(issue)}.`,
    ...(param && { param }),
  })
}

/**
 * A JSON body, a query or a part of one as its schema reads it.
 * @throws {ApiError} as `invalidInput`
 */
export function readInput<T extends z.ZodType>(
  schema: T,
  body: unknown,
  above: readonly PropertyKey[] = [],
): z.infer<T> {
  const parsed = schema.safeParse(body)
  if (!parsed.success) throw invalidInput(parsed.error, body, above)
  return parsed.data
}

/** Within a union, the issue of the branch that fits the value's type: the one that looked deepest into it. */
function deepest(issue: Issue, path: PropertyKey[]): { issue: Issue; path: PropertyKey[] } {
  if (issue.code !== 'invalid_union') return { issue, path }
  const candidates = issue.errors.flatMap((branch) => branch.slice(0, 1))
  const inside = candidates.find((one) => one.path.length > 0 || one.code !== 'invalid_type')
  return inside ? deepest(inside, [...path, ...inside.path]) : { issue, path }
}

/** The type that was wanted, where the value has another one. */
function wantedType(issue: Issue, value: unknown): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected === 'int' ? 'integer' : issue.expected
    case 'invalid_union':
      return 'one of the documented types'
    case 'invalid_value': {
      const types = issue.values.map(typeName)
      return types.includes(typeName(value)) ? undefined : types[0]
    }
    default:
      return undefined
  }
}

function wants(issue: Issue): string {
  switch (issue.code) {
    case 'too_small':
      return `the least is ${issue.minimum}${unit(issue.origin)}`
    case 'too_big':
      return `the most is ${issue.maximum}${unit(issue.origin)}`
    case 'invalid_value':
      return `expected ${issue.values.map(String).join(', ')}`
    case 'unrecognized_keys':
      return 'this field is not known here'
    default:
      return 'it does not have the form that is documented'
  }
}

function unit(origin: string): string {
  if (origin === 'string') return ' characters'
  return origin === 'array' ? ' entries' : ''
}

function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined,
    body,
  )
}

/** `messages[1].content` */
function formatPath(path: readonly PropertyKey[]): string | undefined {
  if (path.length === 0) return undefined
  return path
    .map((key, index) => (typeof key === 'number' ? `[${key}]` : `${index > 0 ? '.' : ''}${String(key)}`))
    .join('')
}

function typeName(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
