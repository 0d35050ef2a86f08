import { messageOutbox } from '../features/groups/message.outbox.ts'
import { checkOutbox } from '../features/presence/check.outbox.ts'
import { readingOutbox } from '../features/sharing/reading.outbox.ts'
import { outbox } from '../offline/device-outbox.ts'

/** What the features may leave in the outbox. */
export function registerOutboxKinds() {
  outbox.register(checkOutbox)
  outbox.register(readingOutbox)
  outbox.register(messageOutbox)
}
