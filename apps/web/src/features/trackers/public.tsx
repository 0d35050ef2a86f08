/** What other features may show of trackers. */
export { Trackers } from './trackers.tsx'
