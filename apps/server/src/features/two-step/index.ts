/** What signing in asks of the second step. */
export { type SecretKey, takeCode } from './take-code.ts'
export { twoStepPersonalData } from './two-step.personal-data.ts'
