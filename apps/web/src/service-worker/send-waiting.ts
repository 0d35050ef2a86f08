import { alertReadSender } from '../features/alerts/alert-read.sender.ts'
import { answerSender } from '../features/broadcasts/answer.sender.ts'
import { confirmationSender } from '../features/documents/confirmation.sender.ts'
import { areaSweepSender } from '../features/emergencies/captains/area-sweep.sender.ts'
import { captainTickSender } from '../features/emergencies/captains/captain-tick.sender.ts'
import { teamConfirmationSender } from '../features/emergencies/captains/team-confirmation.sender.ts'
import { emergencyAnswerSender } from '../features/emergencies/emergency-answer.sender.ts'
import { emergencyMarkSender } from '../features/emergencies/emergency-mark.sender.ts'
import { messageSender } from '../features/groups/message.sender.ts'
import { hazardFileSender, reportSender } from '../features/hazards/hazard.sender.ts'
import { checkSender } from '../features/presence/check.sender.ts'
import { sendWaitingMessage } from '../installed/worker-messages.ts'
import { createApi } from '../lib/create-api.ts'
import { openCacheDb } from '../offline/cache-db.ts'
import { createOutbox } from '../offline/outbox.ts'
import { isWaiting } from '../offline/outbox-entry.ts'
import { type OutboxMessage, outboxName, runExclusively } from '../offline/outbox-lock.ts'
import { openDeviceStore } from '../offline/outbox-store.ts'

const senders = [
  checkSender,
  messageSender,
  reportSender,
  hazardFileSender,
  answerSender,
  emergencyAnswerSender,
  emergencyMarkSender,
  captainTickSender,
  areaSweepSender,
  teamConfirmationSender,
  alertReadSender,
  confirmationSender,
]

/**
 * Asks the visible page to send the queued entries, because it shows the results. If no page is visible, sends them from here, with
 * the session that the pages have stored for the worker. Rejects if entries are left that only need the network, so that the
 * browser tries again later.
 */
export async function sendWaitingEntries({
  clients,
}: Pick<ServiceWorkerGlobalScope, 'clients'>): Promise<void> {
  const pages = await clients.matchAll({ type: 'window' })
  const isApp = ({ url }: WindowClient) => new URL(url).pathname === '/'
  const visiblePages = pages.filter(page => page.visibilityState === 'visible' && isApp(page))
  for (const page of visiblePages) page.postMessage(sendWaitingMessage)
  if (visiblePages.length === 0) await sendFromWorker()
}

async function sendFromWorker(): Promise<void> {
  const session = await (await openCacheDb()).get('session', 'sending')
  if (!session) return
  const { token, userId } = session
  const channel = new BroadcastChannel(outboxName)
  const outbox = createOutbox({
    store: openDeviceStore,
    alone: runExclusively,
    notify: () => channel.postMessage('changed' satisfies OutboxMessage),
    now: Date.now,
    sendWith: () => ({ api: createApi(() => token), token }),
  })
  for (const sender of senders) outbox.register(sender)
  outbox.onSent((entry, answer) => channel.postMessage({ entry, answer } satisfies OutboxMessage))
  try {
    await outbox.send(userId, () => true)
  } finally {
    channel.close()
  }
  const remainingEntries = outbox
    .get()
    .filter(entry => entry.userId === userId && isWaiting(entry) && outbox.kind(entry.kind))
  // An entry that waits for the person's PIN does not depend on the network, so a retry would not help.
  if (remainingEntries.some(({ state }) => state === 'waiting'))
    throw new Error('Something still waits to be sent')
}
