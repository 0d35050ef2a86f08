/** What signing in asks of the second step. */
export { type SecretKey, takeCode } from './take-code.ts'
