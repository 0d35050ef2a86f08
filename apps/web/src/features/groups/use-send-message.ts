import { t } from '@lingui/core/macro'
import type { GroupDetail } from '@muster/contract/groups.ts'
import { useCallback, useMemo } from 'react'
import { v7 as uuidV7 } from 'uuid'
import { useMe } from '../../lib/session/use-session.ts'
import { outbox } from '../../offline/device-outbox.ts'
import type { OutboxEntry } from '../../offline/outbox-entry.ts'
import { useOutbox } from '../../offline/use-outbox.ts'
import { useSendOutbox } from '../../offline/use-send-outbox.ts'
import { notify } from '../../ui/toast/notify.ts'
import { createMessageEntry, toMessage } from './message.outbox.ts'
import type { MessageToSend } from './message.sender.ts'

export type PendingMessage = MessageToSend & { entry: OutboxEntry }

/** Each message is stored in the outbox first, so that neither a lost connection nor a reload loses it. They are sent in order. */
export function useSendMessage({ id: groupId, name: groupName }: Pick<GroupDetail, 'id' | 'name'>) {
  const { userId } = useMe()
  const send = useSendOutbox()
  const entries = useOutbox()
  const pendingMessages = useMemo(
    () =>
      entries.flatMap((entry): PendingMessage[] => {
        const message = entry.state === 'confirmed' ? undefined : toMessage(entry)
        return message?.groupId === groupId ? [{ ...message, entry }] : []
      }),
    [entries, groupId],
  )
  /** Stores a message in the outbox and starts sending. If it cannot be stored, tells the person and resolves to false. */
  const sendMessage = useCallback(
    async (message: Omit<MessageToSend, 'groupId' | 'groupName' | 'requestId'>): Promise<boolean> => {
      const entry = createMessageEntry(
        userId,
        { ...message, groupId, groupName, requestId: uuidV7() },
        new Date().toISOString(),
      )
      const isStored = (await outbox.add(entry)) === 'kept'
      if (isStored) void send()
      else
        notify.error(
          t`Failed to send message`,
          t`Too many items are waiting on this device. Connect to the internet to send them first.`,
        )
      return isStored
    },
    [userId, groupId, groupName, send],
  )
  const retry = useCallback(
    async ({ entry }: PendingMessage) => {
      await outbox.again(entry.id)
      void send()
    },
    [send],
  )
  const discard = useCallback(({ requestId }: PendingMessage) => outbox.forget(requestId), [])
  return { pending: pendingMessages, sendMessage, retry, discard }
}
