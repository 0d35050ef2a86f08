/** The public interface of two-step sign-in. */
export { TwoStep } from './two-step.tsx'
