import type { QueryClient } from '@tanstack/react-query'
import { errorText, hasCode, isRefusal } from '../lib/error-text.ts'
import type { OutboxEntry } from './outbox-entry.ts'

/** A kind of write that may wait: how it is sent, and what follows when it went later than the person pressed. */
export type OutboxKind = {
  name: string
  /** How many of them, in words: '2 position checks'. */
  words: (count: number) => string
  /** Those that go together, the oldest first, and an answer for each. Throws as a call of the client does. */
  send: (payloads: readonly unknown[]) => Promise<readonly unknown[]>
  /** How many go together. */
  together: number
  /** Kept by the app itself, nobody pressed anything: beyond so many the oldest goes, and one refused is forgotten. */
  mostWaiting?: number
  /** The server took it after it had waited. */
  onSentLate?: (client: QueryClient, payload: unknown, answer: unknown) => void
}

type Definition<Payload, Answer> = {
  name: string
  words: (count: number) => string
  onSentLate?: (client: QueryClient, payload: Payload, answer: Answer) => void
} & (
  | { send: (payload: Payload) => Promise<Answer> }
  | { sendAll: (payloads: readonly Payload[]) => Promise<readonly Answer[]>; mostWaiting: number }
)

const mostTogether = 50

/**
 * Declares a kind with the types of its own. The payload was put in by the same kind; one of an older version of the app
 * that no longer fits is refused by the server, as any other that does not.
 */
export function defineOutboxKind<Payload, Answer>(definition: Definition<Payload, Answer>): OutboxKind {
  const { name, words, onSentLate } = definition
  return {
    name,
    words,
    ...('send' in definition
      ? {
          together: 1,
          send: payloads => Promise.all(payloads.map(payload => definition.send(payload as Payload))),
        }
      : {
          together: mostTogether,
          mostWaiting: definition.mostWaiting,
          send: payloads => definition.sendAll(payloads as readonly Payload[]),
        }),
    onSentLate: (client, payload, answer) => onSentLate?.(client, payload as Payload, answer as Answer),
  }
}

/** Whether a later try may go better: it was the network, the server, the session or a throttle. */
export function isForLater(error: unknown): boolean {
  return !isRefusal(error) || hasCode(error, 'UNAUTHORIZED', 'TWO_STEP_REQUIRED', 'TOO_MANY_REQUESTS')
}

/** What a failed try makes of an entry. After `later` nothing else is tried either, until something changed. */
export function afterFailure(entry: OutboxEntry, error: unknown): OutboxEntry | 'later' {
  if (hasCode(error, 'ZONE_ENTRY_REQUIRED')) return { ...entry, state: 'needs-entry' }
  if (isForLater(error)) return 'later'
  return { ...entry, state: 'refused', reason: errorText(error, 'The server did not accept it.') }
}
