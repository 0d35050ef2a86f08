/**
 * Formats one column of many rows as a PostgreSQL array literal. Only for ids, numbers, booleans and values of our own
 * enumerations, because nothing is quoted.
 */
export function toSqlArray<T>(
  rows: readonly T[],
  column: (row: T) => string | number | boolean | null | undefined,
): string {
  const values = new Array<string | number | boolean>(rows.length)
  for (let index = 0; index < rows.length; index++) values[index] = column(rows[index] as T) ?? 'NULL'
  return `{${values.join()}}`
}
