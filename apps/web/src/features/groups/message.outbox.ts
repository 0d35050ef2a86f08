import { plural, t } from '@lingui/core/macro'
import type { GroupMessage } from '@muster/contract/group-messages.ts'
import type { OutboxEntry } from '../../offline/outbox-entry.ts'
import { defineOutboxKind } from '../../offline/outbox-kind.ts'
import { announce } from '../../ui/live/live-region.tsx'
import { addSentMessage } from './groups.live.ts'
import { type MessageToSend, messageSender } from './message.sender.ts'

const kind = messageSender.name

export const createMessageEntry = (
  userId: string,
  payload: MessageToSend,
  at: string,
): Omit<OutboxEntry, 'state'> => ({ id: payload.requestId, kind, userId, payload, at })

export const toMessage = (entry: OutboxEntry): MessageToSend | undefined =>
  entry.kind === kind ? (entry.payload as MessageToSend) : undefined

export const messageOutbox = defineOutboxKind<MessageToSend, GroupMessage>({
  sender: messageSender,
  words: count => t`${plural(count, { one: '# message', other: '# messages' })}`,
  describe: ({ text, fileName, groupName }) => ({
    title: text || (fileName ?? t`File`),
    text: groupName === undefined ? t`Message to a group` : t`Message to ${groupName}`,
  }),
  onSentLate(client, _message, answer) {
    addSentMessage(client, answer)
    // The conversation shows the message itself, and a toast for each message would cover it.
    announce(t`Message sent successfully`)
  },
})
