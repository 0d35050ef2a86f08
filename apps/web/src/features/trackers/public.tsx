/** The public interface of the trackers feature. */
export { Trackers } from './trackers.tsx'
