/**
 * Formats one column of many rows as a PostgreSQL array literal. Only for ids, numbers, booleans and values of our own
 * enumerations, because nothing is quoted.
 */
export function sqlArray<T>(
  rows: readonly T[],
  column: (row: T) => string | number | boolean | null | undefined,
): string {
  const texts = new Array<string | number | boolean>(rows.length)
  for (let at = 0; at < rows.length; at++) texts[at] = column(rows[at] as T) ?? 'NULL'
  return `{${texts.join()}}`
}
