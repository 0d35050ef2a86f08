/** Lets features skip events that are written for webhooks alone. */
export { isReceived } from './follow-feed.queries.ts'
