// Spreadsheets treat these characters as the beginning of a formula (OWASP, CSV Injection), including the full-width forms.
const formulaStartPattern = /^[=+\-@\t\r\n＝＋－＠]/
// Many locales separate cells with semicolons. Spreadsheets then ignore our quotes, so that a cell also begins after each of these
// characters.
const innerFormulaPattern = /([;\t\r\n][ "']*)(?=[=+\-@＝＋－＠])/g

/** Returns the text of a CSV cell with an apostrophe before what a spreadsheet would execute as a formula. */
export function escapeFormula(text: string): string {
  const escapedInner = text.replace(innerFormulaPattern, `$1'`)
  return formulaStartPattern.test(escapedInner) ? `'${escapedInner}` : escapedInner
}
