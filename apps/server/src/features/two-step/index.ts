/** Verification of the second step, for sign-in. */
export { type SecretKey, takeCode } from './take-code.ts'
