/** For new keys of the installation, and for whoever has something to notify people of. */
export {
  deleteAllSubscriptions,
  /** @planned alerts */
  type SubscriptionRow,
} from './push.queries.ts'
export {
  /** @planned alerts */
  createPushSender,
  /** @planned alerts */
  type PushSender,
} from './push-sender.ts'
