import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'

/** The columns of all tables of a SQLite file, as `table.column`, in the order of the alphabet. */
export function columnsOfFile(path: string): string[] {
  const database = new DatabaseSync(path)
  try {
    const rows = database
      .prepare(
        `select t.name || '.' || c.name as name from sqlite_schema t join pragma_table_xinfo(t.name) c
         where t.type in ('table', 'view') and t.name not like 'sqlite_%'`,
      )
      .all() as { name: string }[]
    return rows.map(({ name }) => name).toSorted()
  } finally {
    database.close()
  }
}

/** The columns of all tables that a PostgreSQL database or schema has of the service, as those of a file. */
export async function columnsOfDatabase(url: string): Promise<string[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      `select table_name || '.' || column_name as name from information_schema.columns
       where table_schema not in ('information_schema', 'pg_catalog')`,
    )
    return rows.map(({ name }) => name).toSorted()
  } finally {
    await client.end()
  }
}
