/** The public interface of the security feature. */
export { StatusActs } from './status-acts.tsx'
