/** Verification of the second step, for sign-in. */
export { type SecretKey, consumeCode as takeCode } from './take-code.ts'
