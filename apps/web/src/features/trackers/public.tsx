/** The trackers component used by the settings page. */
export { Trackers } from './trackers.tsx'
