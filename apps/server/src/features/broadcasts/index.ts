/** What the clock and the demo do with broadcasts. */
export {
  followAnswer,
  markSeen,
  noteUnreachable,
  releaseDueBroadcasts,
  setAnswer,
} from './broadcasts.queries.ts'
