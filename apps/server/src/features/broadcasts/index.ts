/** What the clock, the demo and the deletion of accounts do with broadcasts. */
export { markSeen, setAnswer } from './answers.queries.ts'
export { broadcastsPersonalData } from './broadcasts.personal-data.ts'
export { followAnswer } from './follow-answer.ts'
export { recallBroadcastsOf, releaseBroadcast, releaseDueBroadcasts } from './release-broadcasts.ts'
export { noteUnreachable } from './sending.queries.ts'
