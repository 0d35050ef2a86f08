import { limits } from '@muster/domain/limits.ts'
import type { Api } from '../lib/create-api.ts'
import type { OutboxEntry } from './outbox-entry.ts'

/** With what things are sent: by a page, or by the service worker while none is open. */
export type SendWith = { api: Api; token: string }

/** A kind of write that may wait, and how it is sent. It needs no page. */
export type Sender = {
  name: string
  /** Those that go together, the oldest first, and an answer for each. Throws as a call of the client does. */
  send: (entries: readonly OutboxEntry[], sendWith: SendWith) => Promise<readonly unknown[]>
  /** How many go together. */
  together: number
  /** Kept by the app itself, nobody pressed anything: beyond so many the oldest goes, and one refused is forgotten. */
  mostWaiting?: number
  /** Large: everything else goes first. */
  isLarge?: boolean
  /** The payload once the entry it comes after was answered. */
  follow?: (payload: unknown, answer: unknown) => unknown
  /** The answer stays with an entry that had waited: its person reads it later. */
  keepsAnswer?: boolean
}

type Definition<Payload, Answer> = {
  name: string
  isLarge?: boolean
  follow?: (payload: Payload, answer: never) => Payload
  keepsAnswer?: boolean
} & (
  | {
      /** `waitedMs`: how long ago it was made, by the clock of the device. */
      send: (payload: Payload, sendWith: SendWith & { waitedMs: number }) => Promise<Answer>
    }
  | {
      sendAll: (payloads: readonly Payload[], sendWith: SendWith) => Promise<readonly Answer[]>
      mostWaiting: number
    }
)

const mostTogether = 50

/**
 * Declares how a kind is sent, with the types of its own. The payload was put in by the same kind; one of an older version of the app
 * that no longer fits is refused by the server, as any other that does not.
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

/** How long ago something was made, in milliseconds, as the contract takes it. */
export const waitedMs = (at: string, now = Date.now()): number =>
  Math.min(limits.waitedMostMs, Math.max(0, Math.round(now - Date.parse(at))))
