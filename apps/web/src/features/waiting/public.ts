/** The part of the outbox that is shown around every page. */
export { WaitingBar } from './waiting-bar.tsx'
