/** The exports of trackers for other features. */
export { Trackers } from './trackers.tsx'
