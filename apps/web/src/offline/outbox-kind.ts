import type { QueryClient } from '@tanstack/react-query'
import { errorText, hasCode, isRefusal } from '../lib/error-text.ts'
import type { OutboxEntry } from './outbox-entry.ts'
import type { Sender } from './sender.ts'

/** What a kind says of one entry, for the list of what waits. */
export type EntryWords = {
  title: string
  text?: string
  /** The zone it was done in, whose PIN may be asked for first. */
  zoneId?: string
  zoneName?: string
}

/** A kind of write that may wait: how it is sent, what is said of it, and what follows when it went later than the person pressed. */
export type OutboxKind = Sender & {
  /** How many of them, in words: '2 position checks'. */
  words: (count: number) => string
  /** `answer`: the server's, where the kind keeps it. */
  describe: (payload: unknown, answer?: unknown) => EntryWords
  /** The server took it after it had waited. */
  onSentLate?: (client: QueryClient, payload: unknown, answer: unknown) => void
}

type Definition<Payload, Answer> = {
  sender: Sender
  words: (count: number) => string
  describe: (payload: Payload, answer?: Answer) => EntryWords
  onSentLate?: (client: QueryClient, payload: Payload, answer: Answer) => void
}

/** Adds to a sender what a page says and does. */
export function defineOutboxKind<Payload, Answer>({
  sender,
  words,
  describe,
  onSentLate,
}: Definition<Payload, Answer>): OutboxKind {
  return {
    ...sender,
    words,
    describe: (payload, answer) => describe(payload as Payload, answer as Answer | undefined),
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
