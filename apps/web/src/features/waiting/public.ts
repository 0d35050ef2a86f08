/** The part of the outbox shown around every page. */
export { WaitingBar } from './waiting-bar.tsx'
