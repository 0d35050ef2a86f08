/** For new keys of the installation, and for whoever has something to notify people of. */
export {
  deleteAllSubscriptions,
  type SubscriptionRow,
} from './push.queries.ts'
export {
  createPushSender,
  type PushSender,
} from './push-sender.ts'
