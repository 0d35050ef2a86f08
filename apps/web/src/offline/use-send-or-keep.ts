import { v7 as uuidV7 } from 'uuid'
import { isUnreachable } from '../lib/error-text.ts'
import { useMe } from '../lib/session/use-session.ts'
import { outbox } from './device-outbox.ts'
import type { Sender } from './sender.ts'
import { useOutbox } from './use-outbox.ts'

/** Answered in place of the server: it waits on this device. */
export const kept = Symbol('kept')

/** The notice for it. */
export const keptWords = [
  'Waiting to send',
  'Kept on this device. It sends itself when the network is back.',
] as const

/** Sends something that a person does with one press, or keeps it where the server cannot be reached. Throws what else failed. */
export function useSendOrKeep<Payload>({ name: kind }: Sender) {
  const { userId } = useMe()
  return async <Answer>(payload: Payload, call: () => Promise<Answer>): Promise<Answer | typeof kept> => {
    const at = new Date().toISOString()
    try {
      return await call()
    } catch (error) {
      if (!isUnreachable(error)) throw error
      if ((await outbox.keep({ id: uuidV7(), kind, userId, payload, at })) === 'full') throw error
      return kept
    }
  }
}

/** What of a kind still waits, the oldest first. */
export function useWaitingOf<Payload>({ name }: Sender): Payload[] {
  return useOutbox()
    .filter(({ kind, state }) => kind === name && (state === 'waiting' || state === 'needs-entry'))
    .map(({ payload }) => payload as Payload)
}
