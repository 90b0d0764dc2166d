import type { z } from 'zod'

/** What came of a form: its values, or what is wrong with each field, in words that stand beside it. */
export type FormOutcome<T> = { kind: 'good'; value: T } | { kind: 'bad'; errors: FormErrors }

export type FormErrors = Readonly<Record<string, string>>

export const NO_ERRORS: FormErrors = {}

/** Reads a form by its schema; of each field the first fault is told. */
export function readForm<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
): FormOutcome<z.output<Schema>> {
  const parsed = schema.safeParse(body ?? {})
  if (parsed.success) return { kind: 'good', value: parsed.data }
  const errors: Record<string, string> = {}
  for (const { path, message } of parsed.error.issues) errors[String(path[0] ?? '')] ??= message
  return { kind: 'bad', errors }
}

/** The text that a person typed into a field, to show it again; cut where it is longer than any field takes. */
export function typed(body: unknown, field: string): string {
  const value =
    typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[field] : undefined
  return typeof value === 'string' ? value.slice(0, 1_000) : ''
}
