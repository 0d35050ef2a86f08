import pg from 'pg'

/** Returns the statement with its values in place of `$1`, `$2` and so on, to be sent together with others in one round trip. */
export const inlineValues = (statement: string, values: readonly unknown[]): string =>
  statement.replace(/\$(\d+)/g, (_, place) => toLiteral(values[Number(place) - 1]))

const toLiteral = (value: unknown) => (value === null ? 'null' : pg.escapeLiteral(String(value)))
