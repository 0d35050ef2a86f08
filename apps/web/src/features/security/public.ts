/** The account status buttons used by the accounts feature. */
export { StatusActs } from './status-acts.tsx'
