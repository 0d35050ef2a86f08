import { useCallback, useMemo } from 'react'
import { v7 as uuidV7 } from 'uuid'
import { useMe } from '../../lib/session/use-session.ts'
import { outbox } from '../../offline/device-outbox.ts'
import type { OutboxEntry } from '../../offline/outbox-entry.ts'
import { useOutbox } from '../../offline/use-outbox.ts'
import { useSendOutbox } from '../../offline/use-send-outbox.ts'
import { notify } from '../../ui/toast/notify.ts'
import { type MessageToSend, messageOf, waitingMessage } from './message.outbox.ts'

/** A message of one's own that the server has not answered yet. */
export type PendingMessage = MessageToSend & { entry: OutboxEntry }

/**
 * Sends messages by the outbox: each is kept on this device first, so that neither a lost connection nor a reload loses it, and goes in
 * the order it was written.
 */
export function useSendMessage(groupId: string) {
  const { userId } = useMe()
  const send = useSendOutbox()
  const entries = useOutbox()
  const pending = useMemo(
    () =>
      entries.flatMap((entry): PendingMessage[] => {
        const message = messageOf(entry)
        return message?.groupId === groupId ? [{ ...message, entry }] : []
      }),
    [entries, groupId],
  )
  /** Whether it was kept. */
  const say = useCallback(
    async (message: Omit<MessageToSend, 'groupId' | 'requestId'>): Promise<boolean> => {
      const entry = waitingMessage(
        userId,
        { ...message, groupId, requestId: uuidV7() },
        new Date().toISOString(),
      )
      const isKept = (await outbox.keep(entry)) === 'kept'
      if (isKept) void send()
      else notify.error('Failed to send message', 'Too much waits on this device already.')
      return isKept
    },
    [userId, groupId, send],
  )
  const again = useCallback(
    async ({ entry: { state: _, reason: __, ...entry } }: PendingMessage) => {
      await outbox.keep(entry)
      void send()
    },
    [send],
  )
  const drop = useCallback(({ requestId }: PendingMessage) => outbox.forget(requestId), [])
  return { pending, say, again, drop }
}
