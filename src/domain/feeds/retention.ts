import type { Retention } from './retention-source.ts'

/** A stored field with all that is told of it. */
export interface RetainedField {
  table: string
  name: string
  purpose: string
  retention: string
  removal: string
  /** The only store that has it; undefined: every one. */
  store: 'sqlite' | 'postgresql' | undefined
}

/** The stored fields one by one, in the order of their tables. */
export function retainedFields({ tables }: Retention): RetainedField[] {
  return tables.flatMap((table) =>
    table.fields.map((field) => ({
      table: table.name,
      name: field.name,
      purpose: field.purpose,
      retention: field.retention ?? table.retention,
      removal: field.removal ?? table.removal,
      store: field.store ?? table.store,
    })),
  )
}
