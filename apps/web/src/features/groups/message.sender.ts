import type { GroupMessage } from '@muster/contract/group-messages.ts'
import { defineSender } from '../../offline/sender.ts'

export type MessageToSend = {
  groupId: string
  groupName?: string | undefined
  requestId: string
  text: string
  fileId: string | null
  fileName?: string
  replyTo: string | null
  mentions: string[]
}

export const messageSender = defineSender<MessageToSend, GroupMessage>({
  name: 'group message',
  send: ({ fileName: _, groupName: __, ...message }, { api, waitedMs }) =>
    api.groupMessages.send({ ...message, waitedMs }),
})
