/** Verification of the second step, for sign-in. */
export { consumeCode as takeCode, type SecretKey } from './consume-code.ts'
