/** For whoever has something to notify people of. */
export { deleteAllSubscriptions, type SubscriptionRow } from './push.queries.ts'
export type { VapidKeys } from './push-request.ts'
export { createPushSender, type PushSender } from './push-sender.ts'
