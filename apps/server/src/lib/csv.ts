import { stringify } from 'csv-stringify/sync'

// Spreadsheets take these for the beginning of a formula (OWASP, CSV Injection), the full-width forms included.
const formula = /^[=+\-@\t\r\n＝＋－＠]/
// Half the world's spreadsheets separate by semicolons, and then ignore our quotes: a cell begins after each of these too.
const innerFormula = /([;\t\r\n][ "']*)(?=[=+\-@＝＋－＠])/g

/**
 * Rows as CSV text (RFC 4180): commas, CRLF after every row, cells with a separator, a quote or a line break in quotes.
 * Text that a spreadsheet would run as a formula is led by an apostrophe; numbers stand as they are.
 */
export function csvText(rows: readonly (readonly (string | number | null)[])[]): string {
  return stringify(
    rows.map(row => [...row]),
    { record_delimiter: '\r\n', quoted_match: /[;\t\r\n]/, cast: { string: harmless } },
  )
}

// The library's own `escape_formulas` knows no cell that begins after a semicolon, and takes a number for a formula.
function harmless(text: string): string {
  const inner = text.replace(innerFormula, `$1'`)
  return formula.test(inner) ? `'${inner}` : inner
}
