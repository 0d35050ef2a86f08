export { Trackers } from './trackers.tsx'
