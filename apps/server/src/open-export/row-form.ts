import type { CatalogueColumn } from './catalogue.ts'

export const quoteName = (name: string) => `"${name.replaceAll('"', '""')}"`

/** The characters that no line of JSON contains, so that COPY passes lines on unchanged. */
const COPY_OPTIONS = `(format csv, quote e'\\x01', delimiter e'\\x02')`

type Selection = {
  readonly table: string
  readonly columns: readonly CatalogueColumn[]
  /** SQL for columns that are not exported as they are, with the row as `it`. */
  readonly overrides?: ReadonlyMap<string, string>
  /** A condition on the row `it`. */
  readonly where?: string
}

/** Returns a `copy … to stdout` of the rows as JSON lines. The session must be prepared by `preparePortableSession`. */
export function createLinesSql({ table, columns, overrides, where }: Selection): string {
  const list = columns.map(column => {
    const name = quoteName(column.name)
    const value = overrides?.get(column.name) ?? `it.${name}`
    return `${encodeValue(value, column.type)} as ${name}`
  })
  const rows = `select ${list.join(', ')} from ${table} it${where ? ` where ${where}` : ''}`
  return `copy (select row_to_json(line) from (${rows}) line) to stdout with ${COPY_OPTIONS}`
}

function encodeValue(value: string, type: string): string {
  // The function breaks its lines after 76 characters.
  if (type === 'bytea') return `replace(encode(${value}, 'base64'), e'\\n', '')`
  // The text is kept, but between its values a line break may stand, which would end the line.
  if (type === 'json') return `translate(${value}::text, e'\\n\\r', '  ')::json`
  return value
}

/** Returns SQL for the column of a row `it` that `json_populate_recordset` made, whose lines are in `line`. */
export const decodeColumn = ({ name, type }: CatalogueColumn): string =>
  type === 'bytea' ? `decode(line ->> '${name}', 'base64')` : `it.${quoteName(name)}`
