/** What the clock and the demo do with broadcasts. */
export { markSeen, noteUnreachable, releaseDueBroadcasts, setAnswer } from './broadcasts.queries.ts'
