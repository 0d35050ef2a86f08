import { t } from '@lingui/core/macro'
import type { QueryClient } from '@tanstack/react-query'
import { errorText, hasCode, isRefusal } from '../lib/error-text.ts'
import type { OutboxEntry } from './outbox-entry.ts'
import type { Sender } from './sender.ts'

export type EntryText = {
  title: string
  text?: string
  /** The zone to which the entry belongs. Its PIN may be required first. */
  zoneId?: string
  zoneName?: string
}

/** A kind of write that can be queued: how it is sent, its texts, and its effects when it is sent later than the action. */
export type OutboxKind = Sender & {
  /** Describes a number of entries: '2 position checks'. */
  words: (count: number) => string
  /** `answer`: the server's response, if the kind keeps it. */
  describe: (payload: unknown, answer?: unknown) => EntryText
  /** Called when the server has recorded an entry. */
  onSentLate?: (client: QueryClient, payload: unknown, answer: unknown) => void
  /** Work of this kind that waits on this device for something other than the network. */
  pending?: PendingWork
}

/** Counts what a person has done on this device that may not be sent yet. */
type PendingWork = {
  count: (userId: string) => number
  subscribe: (listener: () => void) => () => void
}

type Definition<Payload, Answer> = {
  sender: Sender
  words: (count: number) => string
  describe: (payload: Payload, answer?: Answer) => EntryText
  onSentLate?: (client: QueryClient, payload: Payload, answer: Answer) => void
  pending?: PendingWork
}

/** Extends a sender with a page's texts and effects. */
export function defineOutboxKind<Payload, Answer>({
  sender,
  words,
  describe,
  onSentLate,
  pending,
}: Definition<Payload, Answer>): OutboxKind {
  return {
    ...sender,
    words,
    describe: (payload, answer) => describe(payload as Payload, answer as Answer | undefined),
    onSentLate: (client, payload, answer) => onSentLate?.(client, payload as Payload, answer as Answer),
    ...(pending && { pending }),
  }
}

/** True if a retry may succeed, because the cause was the network, the server, the session or a rate limit. */
export function isRetryable(error: unknown): boolean {
  return !isRefusal(error) || hasCode(error, 'UNAUTHORIZED', 'TWO_STEP_REQUIRED', 'TOO_MANY_REQUESTS')
}

/** 'later' if it can be retried; then nothing else is sent until something changes. */
export function applyFailure(entry: OutboxEntry, error: unknown): OutboxEntry | 'later' {
  if (hasCode(error, 'ZONE_ENTRY_REQUIRED')) return { ...entry, state: 'needs-entry' }
  if (isRetryable(error)) return 'later'
  return { ...entry, state: 'refused', reason: errorText(error, t`The server didn’t accept it.`) }
}
