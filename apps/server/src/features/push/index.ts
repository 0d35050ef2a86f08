/** Exports for the rotation of the installation's keys, and for features that send notifications. */
export {
  deleteAllSubscriptions,
  listOwnSubscriptions,
  type SubscriptionRow,
} from './push.queries.ts'
export {
  createPushSender,
  type PushSender,
} from './push-sender.ts'
