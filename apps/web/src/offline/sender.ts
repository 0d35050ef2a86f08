import { limits } from '@muster/domain/limits.ts'
import type { Api } from '../lib/create-api.ts'
import type { OutboxEntry } from './outbox-entry.ts'

/** The API and token for sending, from a page or from the service worker. */
export type SendContext = { api: Api; token: string }

/** The sender of a kind of write that can be queued. It works without a page. */
export type Sender = {
  name: string
  /** Sends a batch, oldest first, and returns a response for each entry. Throws like a call of the API client. */
  send: (entries: readonly OutboxEntry[], sendWith: SendContext) => Promise<readonly unknown[]>
  /** Maximum number of entries in a batch. */
  together: number
  /** Set only for a kind that the app creates by itself: beyond it the oldest entry is dropped. A refused one is removed. */
  mostWaiting?: number
  /** Large entries are sent after all others. */
  isLarge?: boolean
  /** Returns the payload completed with the response to the entry on which it depends. */
  follow?: (payload: unknown, answer: unknown) => unknown
  /** Keeps the response with an entry that was sent late, so that the person can read it. */
  keepsAnswer?: boolean
}

/** A sender whose payload a page can also send at once. */
export type ActSender<Payload, Answer> = Sender & {
  sendNow: (payload: Payload, sendWith: SendContext) => Promise<Answer>
}

type Definition<Payload> = Pick<Sender, 'name' | 'isLarge' | 'keepsAnswer'> & {
  follow?: (payload: Payload, answer: never) => Payload
}
type ActDefinition<Payload, Answer> = Definition<Payload> & {
  /** `waitedMs`: the age of the entry, by the device's clock; undefined if it did not wait. */
  send: (payload: Payload, sendWith: SendContext & { waitedMs: number | undefined }) => Promise<Answer>
}
type BatchDefinition<Payload, Answer> = Definition<Payload> & {
  sendAll: (payloads: readonly Payload[], sendWith: SendContext) => Promise<readonly Answer[]>
  mostWaiting: number
}

const maxBatchSize = 50

/** A stored payload is not validated: if one of an older version no longer fits, the server refuses it like any other. */
export function defineSender<Payload, Answer>(
  definition: ActDefinition<Payload, Answer>,
): ActSender<Payload, Answer>
export function defineSender<Payload, Answer>(definition: BatchDefinition<Payload, Answer>): Sender
export function defineSender<Payload, Answer>(
  definition: ActDefinition<Payload, Answer> | BatchDefinition<Payload, Answer>,
): Sender | ActSender<Payload, Answer> {
  const { name, isLarge, follow, keepsAnswer } = definition
  const sharedFields = {
    name,
    ...(isLarge && { isLarge }),
    ...(keepsAnswer && { keepsAnswer }),
    ...(follow && {
      follow: (payload: unknown, answer: unknown) => follow(payload as Payload, answer as never),
    }),
  }
  if ('sendAll' in definition) {
    const { sendAll, mostWaiting } = definition
    const send: Sender['send'] = (entries, sendWith) =>
      sendAll(
        entries.map(({ payload }) => payload as Payload),
        sendWith,
      )
    return { ...sharedFields, together: maxBatchSize, mostWaiting, send }
  }
  return {
    ...sharedFields,
    together: 1,
    sendNow: (payload: Payload, sendWith: SendContext) =>
      definition.send(payload, { ...sendWith, waitedMs: undefined }),
    send: (entries: readonly OutboxEntry[], sendWith: SendContext) =>
      Promise.all(
        entries.map(({ payload, at }) =>
          definition.send(payload as Payload, { ...sendWith, waitedMs: computeWaitedMs(at) }),
        ),
      ),
  }
}

/** Returns the age of an entry in milliseconds, within the contract's limits. */
export const computeWaitedMs = (at: string, now = Date.now()): number =>
  Math.min(limits.waitedMostMs, Math.max(0, Math.round(now - Date.parse(at))))
