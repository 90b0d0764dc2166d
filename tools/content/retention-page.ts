import { retainedFields, type RetainedField } from '../../src/domain/feeds/retention.ts'
import type { Retention } from '../../src/domain/feeds/retention-source.ts'

/** How a field's store is told on the page. */
const STORES = { sqlite: 'SQLite only', postgresql: 'PostgreSQL only' } as const

/** Columns of a line of prose. */
const WIDTH = 120

/** `docs/retention.md`: the same as the retention feed, for people. */
export function retentionPage(retention: Retention): string {
  const fields = retainedFields(retention)
  return `${[
    '# What is kept, and for how long',
    prose(
      `${retention.note} The feed \`/api/public/retention/v1\` says the same to programs. Both are made from \`fixtures/content/retention.json\` by \`npm run content:build\`.`,
    ),
    prose(
      'Without `DATABASE_URL` the same is kept in memory, and all of it goes with the process. Moments are milliseconds since 1970, money is micro-dollars.',
    ),
    '## Never stored',
    list(retention.neverStored),
    '## Tables',
    ...retention.tables.map((table) =>
      [
        `### ${table.name}`,
        prose(`${table.purpose}${table.store ? ` ${STORES[table.store]}.` : ''}`),
        list([`Stays: ${table.retention}`, `Goes: ${table.removal}`]),
        fieldTable(
          fields.filter((field) => field.table === table.name),
          table,
        ),
      ].join('\n\n'),
    ),
    '## Elsewhere',
    rows(
      ['Where', 'What', 'How long'],
      retention.elsewhere.map(({ place, what, retention }) => [place, what, retention]),
    ),
  ].join('\n\n')}\n`
}

/** What a field has of its own stands beside its purpose. */
function fieldTable(fields: readonly RetainedField[], table: Retention['tables'][number]): string {
  const words = ({ purpose, retention, removal, store }: RetainedField): string =>
    [
      purpose,
      ...(store !== undefined && table.store === undefined ? [`${STORES[store]}.`] : []),
      ...(retention === table.retention ? [] : [`Stays: ${retention}`]),
      ...(removal === table.removal ? [] : [`Goes: ${removal}`]),
    ].join(' ')
  return rows(
    ['Field', 'What for'],
    fields.map((field) => [`\`${field.name}\``, words(field)]),
  )
}

function rows(head: readonly string[], cells: readonly (readonly string[])[]): string {
  const line = (row: readonly string[]): string => `| ${row.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...cells.map(line)].join('\n')
}

function list(items: readonly string[]): string {
  return items.map((item) => broken(item, '- ', '  ')).join('\n')
}

function prose(text: string): string {
  return broken(text, '', '')
}

/** A text in lines that are no longer than the width. */
function broken(text: string, first: string, rest: string): string {
  const lines: string[] = []
  let line = first
  for (const word of text.split(' ')) {
    const longer = line === first || line === rest ? line + word : `${line} ${word}`
    if (longer.length <= WIDTH || line === first || line === rest) {
      line = longer
      continue
    }
    lines.push(line)
    line = rest + word
  }
  return [...lines, line].join('\n')
}
