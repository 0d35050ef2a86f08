/** What the clock does with broadcasts. */
export { noteUnreachable, releaseDueBroadcasts } from './broadcasts.queries.ts'
