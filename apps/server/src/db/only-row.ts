/** Returns the row of a statement that always answers one, such as a count. A missing row is a bug and must not read as zero. */
export function onlyRow<Row>({ rows }: { readonly rows: readonly Row[] }): Row {
  const [row] = rows
  if (row === undefined) throw new Error('A statement that answers one row answered none')
  return row
}
