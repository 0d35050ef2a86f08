import type pg from 'pg'
import type { CatalogueColumn } from './catalogue.ts'
import { readBatches } from './read-lines.ts'
import { decodeColumn, quoteName } from './row-form.ts'

/** The size (bytes) of lines that one statement inserts. */
const BATCH_BYTES = 1024 * 1024

type Target = {
  readonly name: string
  readonly columns: readonly CatalogueColumn[]
  /** SQL for columns whose values change, with the row as `it`. */
  readonly values?: ReadonlyMap<string, string>
  /** A condition on the row `it`; others are skipped. */
  readonly where?: string
}

export async function insertLines(
  client: pg.ClientBase,
  { name, columns, values, where }: Target,
  lines: AsyncIterable<Buffer>,
): Promise<void> {
  const list = columns.map(column => values?.get(column.name) ?? decodeColumn(column))
  const statement = `
    insert into ${name} (${columns.map(it => quoteName(it.name)).join(', ')}) overriding system value
    select ${list.join(', ')}
    from json_array_elements($1::json) line cross join lateral json_populate_record(null::${name}, line) it
    ${where ? `where ${where}` : ''}`
  for await (const batch of readBatches(lines, BATCH_BYTES)) await client.query(statement, [batch])
}
