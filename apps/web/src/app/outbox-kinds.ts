import { alertReadOutbox } from '../features/alerts/alert-read.outbox.ts'
import { answerOutbox } from '../features/broadcasts/answer.outbox.ts'
import { confirmationOutbox } from '../features/documents/confirmation.outbox.ts'
import { messageOutbox } from '../features/groups/message.outbox.ts'
import { hazardFileOutbox, reportOutbox } from '../features/hazards/hazard.outbox.ts'
import { checkOutbox } from '../features/presence/check.outbox.ts'
import { readingOutbox } from '../features/sharing/reading.outbox.ts'
import { outbox } from '../offline/device-outbox.ts'

/** The features' outbox kinds. Those that the service worker can also send are listed in service-worker/send-waiting.ts. */
const kinds = [
  checkOutbox,
  readingOutbox,
  messageOutbox,
  reportOutbox,
  hazardFileOutbox,
  answerOutbox,
  alertReadOutbox,
  confirmationOutbox,
]

export function registerOutboxKinds() {
  for (const kind of kinds) outbox.register(kind)
}
