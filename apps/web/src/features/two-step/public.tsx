/** The two-step sign-in component used by the settings page. */
export { TwoStep } from './two-step.tsx'
