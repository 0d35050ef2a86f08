import { t } from '@lingui/core/macro'
import { v7 as uuidV7 } from 'uuid'
import { api } from '../lib/api.ts'
import { isUnreachable } from '../lib/error-text.ts'
import { useMe } from '../lib/session/use-session.ts'
import { sessionStore } from '../lib/session-store.ts'
import { outbox } from './device-outbox.ts'
import type { ActSender } from './sender.ts'
import { useOutbox } from './use-outbox.ts'

/** Returned in place of a response when the write was queued on this device. */
export const queuedMarker = Symbol('kept')

/** The toast for a queued write. */
export const queuedTexts = [
  t`Waiting to send`,
  t`Saved on this device. It will be sent when you’re back online.`,
] as const

/** Queues the action if the network fails. Throws other failures, and the network failure itself if the outbox is full. */
export function useSendOrQueue<Payload, Answer>(sender: ActSender<Payload, Answer>) {
  const { userId } = useMe()
  return async (
    payload: Payload,
    send = () => sender.sendNow(payload, { api, token: sessionStore.get()?.token ?? '' }),
  ): Promise<Answer | typeof queuedMarker> => {
    const at = new Date().toISOString()
    try {
      return await send()
    } catch (error) {
      if (!isUnreachable(error)) throw error
      if ((await outbox.add({ id: uuidV7(), kind: sender.name, userId, payload, at })) === 'full') throw error
      return queuedMarker
    }
  }
}

/** Returns the payloads of a kind's queued entries, oldest first. */
export function useWaitingPayloads<Payload>({ name }: ActSender<Payload, unknown>): Payload[] {
  return useOutbox()
    .filter(({ kind, state }) => kind === name && (state === 'waiting' || state === 'needs-entry'))
    .map(({ payload }) => payload as Payload)
}
