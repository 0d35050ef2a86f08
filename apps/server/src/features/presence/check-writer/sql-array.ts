/**
 * One column of many rows as PostgreSQL's array literal. For ids, numbers, booleans and words of our own enumerations
 * only: nothing is quoted.
 */
export function sqlArray<T>(
  rows: readonly T[],
  column: (row: T) => string | number | boolean | null | undefined,
): string {
  let text = '{'
  for (let at = 0; at < rows.length; at++) {
    if (at > 0) text += ','
    text += column(rows[at] as T) ?? 'NULL'
  }
  return `${text}}`
}
