/** Returns the row of a query that always has one. A missing answer is a bug, and never a count of zero. */
export function one<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('The query returned no row.')
  return row
}
