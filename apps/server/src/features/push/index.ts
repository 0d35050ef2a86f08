/** For new keys of the installation, and for whoever has something to notify people of. */

export { pushPersonalData } from './push.personal-data.ts'
export {
  deleteAllSubscriptions,
  type SubscriptionRow,
} from './push.queries.ts'
export {
  createPushSender,
  type PushSender,
} from './push-sender.ts'
