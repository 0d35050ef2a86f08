/** What other features may show of two-step sign-in. */
export { TwoStep } from './two-step.tsx'
