/** What the demo and the deletion of accounts do with broadcasts. */
export { markSeen, setAnswer } from './answers.queries.ts'
export { followAnswer } from './follow-answer.ts'
export { recallBroadcastsOf, releaseBroadcast } from './release-broadcasts.ts'
