/** Exports used by the demo. */
export { markSeen, setAnswer } from './answers.queries.ts'
export { followAnswer } from './follow-answer.ts'
export { releaseBroadcast } from './release-broadcasts.ts'
