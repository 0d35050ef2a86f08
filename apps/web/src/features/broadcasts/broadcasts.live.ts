import { orpc } from '../../lib/api.ts'
import type { FeedApplier } from '../../live/appliers.ts'

/** Only after an alert of a broadcast: no other alert brings a question, and chats cause many more alerts. */
export const applyOwnAlert: FeedApplier = (_client, event, me) =>
  event.kind === 'alert.added' && event.userId === me && event.alert.type === 'broadcast'
    ? [orpc.broadcasts.openQuestions.key()]
    : []
