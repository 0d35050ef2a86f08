import type { GroupMessage } from '@muster/contract/group-messages.ts'
import { api } from '../../lib/api.ts'
import type { OutboxEntry } from '../../offline/outbox-entry.ts'
import { defineOutboxKind } from '../../offline/outbox-kind.ts'
import { announce } from '../../ui/live/live-region.tsx'
import { applySent } from './groups.live.ts'

/** A message on its way to a group. */
export type MessageToSend = {
  groupId: string
  requestId: string
  text: string
  fileId: string | null
  fileName?: string
  replyTo: string | null
  mentions: string[]
}

const kind = 'group message'

/** A message as it waits in the outbox. */
export const waitingMessage = (
  userId: string,
  payload: MessageToSend,
  at: string,
): Omit<OutboxEntry, 'state'> => ({ id: payload.requestId, kind, userId, payload, at })

/** The message an entry holds, or undefined when it holds something else. */
export const messageOf = (entry: OutboxEntry): MessageToSend | undefined =>
  entry.kind === kind ? (entry.payload as MessageToSend) : undefined

export const messageOutbox = defineOutboxKind<MessageToSend, GroupMessage>({
  name: kind,
  words: count => (count === 1 ? '1 message' : `${count} messages`),
  send: ({ fileName: _, ...message }) => api.groupMessages.send(message),
  onSentLate(client, _message, answer) {
    applySent(client, answer)
    // The message itself shows it; a notice for each would cover the conversation.
    announce('Message sent successfully')
  },
})
