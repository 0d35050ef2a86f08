import { stringify } from 'csv-stringify/sync'

// Spreadsheets read these as the start of a formula (OWASP, CSV Injection), the full-width forms included.
const formula = /^[=+\-@\t\r\n＝＋－＠]/
// Many spreadsheets split at semicolons and then ignore our quotes, so a cell may also begin after each of these.
const innerFormula = /([;\t\r\n][ "']*)(?=[=+\-@＝＋－＠])/g

/**
 * Formats rows as CSV (RFC 4180): commas, CRLF after every row, quotes around cells with a separator, a quote or a line break. Text
 * that a spreadsheet would run as a formula is prefixed with an apostrophe; numbers are unchanged.
 */
export function csvText(rows: readonly (readonly (string | number | null)[])[]): string {
  return stringify(
    rows.map(row => [...row]),
    { record_delimiter: '\r\n', quoted_match: /[;\t\r\n]/, cast: { string: harmless } },
  )
}

// The library's own `escape_formulas` misses cells that begin after a semicolon, and treats a negative number as a formula.
function harmless(text: string): string {
  const inner = text.replace(innerFormula, `$1'`)
  return formula.test(inner) ? `'${inner}` : inner
}
