/** What the clock, the demo and the deletion of accounts do with broadcasts. */
export {
  followAnswer,
  markSeen,
  noteUnreachable,
  recallBroadcastsOf,
  releaseDueBroadcasts,
  setAnswer,
} from './broadcasts.queries.ts'
