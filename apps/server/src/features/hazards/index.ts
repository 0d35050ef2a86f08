/** What the door of files and the clock do with hazards. */
export { attachFile, requireRoomForFile } from './hazard-files.ts'
export { tellDueHazards } from './hazards.queries.ts'
