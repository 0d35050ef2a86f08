import { createOutboxContent } from './outbox-content.ts'
import { byTime, type OutboxEntry } from './outbox-entry.ts'
import { createOutboxSending, type SentListener } from './outbox-sending.ts'
import type { OutboxStore } from './outbox-store.ts'
import type { Sender, SendWith } from './sender.ts'

/** How many entries of one person a device keeps. */
export const outboxMax = 100
/** How long a device keeps what somebody left behind who does not come back to it. */
export const leftBehindMs = 7 * 24 * 60 * 60 * 1_000
const confirmedMs = 24 * 60 * 60 * 1_000

type Parts = {
  store: () => Promise<OutboxStore>
  /** Runs `act` unless another tab is at it: then that one sends. */
  alone: (act: () => Promise<void>) => Promise<void>
  /** Tells the other tabs that the store changed. */
  tell: () => void
  now: () => number
  /** With what it is sent; undefined where nobody is signed in. */
  sendWith: () => SendWith | undefined
  /** Something new waits. */
  onKept?: (userId: string) => void
}

/** `full`: the device keeps as many as it may, or refused. */
export type Kept = 'kept' | 'full'

/**
 * Writes that wait for the network. An entry is kept first and sent then; it leaves when the server has answered, or when
 * the person has read why it was refused. Everything that sends it may do so twice: its id makes that harmless.
 */
export function createOutbox<Kind extends Sender = Sender>(parts: Parts) {
  const { store, alone, tell, now, sendWith, onKept } = parts
  const kinds = new Map<string, Kind>()
  const content = createOutboxContent(store, tell)
  const sentListeners = new Set<SentListener>()
  const onSent: SentListener = (entry, answer) => {
    for (const listener of sentListeners) listener(entry, answer)
  }
  const sending = createOutboxSending({ content, kinds, now, sendWith, onSent })

  return {
    register: (kind: Kind) => void kinds.set(kind.name, kind),
    kind: (name: string) => kinds.get(name),
    /** Everything on this device; stable until it changes. */
    get: content.get,
    /** The ids of what this tab is just sending; stable until it changes. */
    onTheWay: sending.onTheWay,
    subscribe: content.subscribe,
    /** Whether what is kept outlives this tab. */
    isDurable: content.isDurable,
    /** Another tab changed the store, or this one begins. */
    load: content.load,
    /** The service worker has sent an entry. */
    heard: onSent,
    onSent(listener: SentListener) {
      sentListeners.add(listener)
      return () => void sentListeners.delete(listener)
    },
    byHand: sending.byHand,
    send: queueRuns((userId: string, isStill: () => boolean) =>
      alone(() => sending.sendAll(userId, isStill)),
    ),
    /**
     * Keeps a write of a person. A full box refuses the newest: what was shown as kept stays kept. What the app takes by
     * itself is counted apart, and there the newest displaces the oldest.
     */
    async keep(entry: Omit<OutboxEntry, 'state'>): Promise<Kept> {
      try {
        const others = countedWith(entry, await content.all(), kinds)
        const { mostWaiting } = kinds.get(entry.kind) ?? {}
        if (!mostWaiting && others.length >= outboxMax) return 'full'
        const displaced = mostWaiting && others.length >= mostWaiting ? others[0] : undefined
        await content.change(async store => {
          if (displaced) await store.remove(displaced.id)
          await store.put({ ...entry, state: 'waiting' })
        })
        onKept?.(entry.userId)
        return 'kept'
      } catch (error) {
        console.warn('This device keeps nothing more:', error)
        return 'full'
      }
    },
    /** Removes an entry, and what would come after it. */
    async forget(id: string) {
      for (const next of content.get()) if (next.after === id) await content.remove(next.id)
      await content.remove(id)
    },
    /** Tries one again that was refused, and what comes after it. */
    again: (id: string) =>
      content.change(async store => {
        for (const one of await store.all()) {
          if ((one.id !== id && one.after !== id) || one.state !== 'refused') continue
          const { reason: _, ...entry } = one
          await store.put({ ...entry, state: 'waiting' })
        }
      }),
    /** Removes what others left behind here and did not come back for, and what arrived a day ago. */
    async tidy(userId: string) {
      await content.load()
      const isOld = ({ userId: owner, at, doneAt }: OutboxEntry) =>
        doneAt
          ? now() - Date.parse(doneAt) > confirmedMs
          : owner !== userId && now() - Date.parse(at) > leftBehindMs
      for (const { id } of content.get().filter(isOld)) await content.remove(id)
    },
    /** The account is gone, or a test begins: nothing of this person (or of anybody) stays. */
    async clear(userId?: string) {
      await content.load()
      for (const entry of content.get())
        if (!userId || entry.userId === userId) await content.remove(entry.id)
    },
  }
}

/** The entries that count for the same limit, by age: what the app keeps by itself takes nothing from what people do. */
function countedWith(
  { id, userId, kind }: Pick<OutboxEntry, 'id' | 'userId' | 'kind'>,
  all: readonly OutboxEntry[],
  kinds: ReadonlyMap<string, Sender>,
): OutboxEntry[] {
  const isByApp = (name: string) => kinds.get(name)?.mostWaiting !== undefined
  return all
    .filter(other => other.userId === userId && other.id !== id && other.state !== 'confirmed')
    .filter(other => (isByApp(kind) ? other.kind === kind : !isByApp(other.kind)))
    .sort(byTime)
}

/** One run at a time. Asked for again meanwhile, it begins once more when it is through, with what it was asked last. */
function queueRuns<Input extends unknown[]>(act: (...input: Input) => Promise<void>) {
  let isRunning = false
  let next: Input | undefined
  return async (...input: Input): Promise<void> => {
    next = input
    if (isRunning) return
    isRunning = true
    try {
      while (next) {
        const now: Input = next
        next = undefined
        await act(...now)
      }
    } finally {
      isRunning = false
    }
  }
}
