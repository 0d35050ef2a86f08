import { limits } from '@muster/domain/limits.ts'
import type { Api } from '../lib/create-api.ts'
import type { OutboxEntry } from './outbox-entry.ts'

/** The API and token for sending, from a page or from the service worker. */
export type SendWith = { api: Api; token: string }

/** A kind of write that can be queued, and how it is sent. It works without a page. */
export type Sender = {
  name: string
  /** Sends a batch, oldest first, and returns a response for each. Throws like a call of the client. */
  send: (entries: readonly OutboxEntry[], sendWith: SendWith) => Promise<readonly unknown[]>
  /** The maximum size of a batch. */
  together: number
  /** Set for entries created by the app without a press: beyond this number the oldest is dropped, and a refused one is removed. */
  mostWaiting?: number
  /** Large entries are sent after all others. */
  isLarge?: boolean
  /** Returns the payload once the entry it depends on was answered. */
  follow?: (payload: unknown, answer: unknown) => unknown
  /** Keeps the response with an entry that was sent late, so that its person can read it. */
  keepsAnswer?: boolean
}

type Definition<Payload, Answer> = {
  name: string
  isLarge?: boolean
  follow?: (payload: Payload, answer: never) => Payload
  keepsAnswer?: boolean
} & (
  | {
      /** `waitedMs`: the age of the entry, by the device's clock. */
      send: (payload: Payload, sendWith: SendWith & { waitedMs: number }) => Promise<Answer>
    }
  | {
      sendAll: (payloads: readonly Payload[], sendWith: SendWith) => Promise<readonly Answer[]>
      mostWaiting: number
    }
)

const mostTogether = 50

/**
 * Defines how a kind is sent, with its own types. The payload was stored by the same kind; one from an older version of the app
 * that no longer fits is refused by the server like any other invalid one.
 */
export function defineSender<Payload, Answer>(definition: Definition<Payload, Answer>): Sender {
  const { name, isLarge, follow, keepsAnswer } = definition
  const rest = {
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
    return { ...rest, together: mostTogether, mostWaiting, send }
  }
  return {
    ...rest,
    together: 1,
    send: (entries, sendWith) =>
      Promise.all(
        entries.map(({ payload, at }) =>
          definition.send(payload as Payload, { ...sendWith, waitedMs: waitedMs(at) }),
        ),
      ),
  }
}

/** Returns the age of an entry in milliseconds, within the contract's limits. */
export const waitedMs = (at: string, now = Date.now()): number =>
  Math.min(limits.waitedMostMs, Math.max(0, Math.round(now - Date.parse(at))))
