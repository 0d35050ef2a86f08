/** What the clock does with hazards. */
export { tellDueHazards } from './hazards.queries.ts'
