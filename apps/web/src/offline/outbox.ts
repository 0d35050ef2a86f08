import { byTime, isWaiting, type OutboxEntry } from './outbox-entry.ts'
import { afterFailure, type OutboxKind } from './outbox-kind.ts'
import type { OutboxStore } from './outbox-store.ts'

/** How many entries of one person a device keeps. */
export const outboxMax = 100
/** How long a device keeps what somebody left behind who does not come back to it. */
export const leftBehindMs = 7 * 24 * 60 * 60 * 1_000

type Parts = {
  store: () => Promise<OutboxStore>
  /** Runs `act` unless another tab is at it: then that one sends. */
  alone: (act: () => Promise<void>) => Promise<void>
  /** Tells the other tabs that the store changed. */
  tell: () => void
  now: () => number
}

/** `full`: there is no room, or the device refused. */
export type Kept = 'kept' | 'full'

/** Hears that an entry was taken by the server after it had waited. */
type SentListener = (entry: OutboxEntry, answer: unknown) => void

/**
 * Writes that wait for the network. An entry is kept first and sent then; it leaves when the server has answered, or when
 * the person has read why it was refused. Everything that sends it may do so twice: its id makes that harmless.
 */
export function createOutbox({ store, alone, tell, now }: Parts) {
  const kinds = new Map<string, OutboxKind>()
  const listeners = new Set<() => void>()
  const sentListeners = new Set<SentListener>()
  /** On their way by the hand of the person right now. */
  const inHand = new Set<string>()
  let entries: readonly OutboxEntry[] = []
  let durable = true
  let opened: Promise<OutboxStore> | undefined
  const theStore = async () => {
    opened ??= store()
    const kept = await opened
    durable = kept.durable
    return kept
  }
  let sending = false
  let next: (() => Promise<void>) | undefined

  const load = async () => {
    entries = (await (await theStore()).all()).sort(byTime)
    for (const listener of listeners) listener()
  }
  const change = async (act: (store: OutboxStore) => Promise<void>) => {
    await act(await theStore())
    await load()
    tell()
  }
  /** What could not be removed is sent once more, which does no harm. */
  const forget = (id: string) =>
    change(store => store.remove(id)).catch(error => console.warn('The outbox cannot be changed:', error))

  /** Answers whether the next one may be tried. */
  const sendOne = async (entry: OutboxEntry, isStill: () => boolean): Promise<boolean> => {
    const kind = kinds.get(entry.kind)
    // Of a version of the app that is not here yet.
    if (!kind) return true
    try {
      const answer = await kind.send(entry.payload)
      await forget(entry.id)
      if (isStill()) for (const listener of sentListeners) listener(entry, answer)
      return true
    } catch (error) {
      const after = afterFailure(entry, error)
      if (after === 'later' || !isStill()) return false
      await change(store => store.put(after))
      return true
    }
  }

  const sendAll = async (userId: string, isStill: () => boolean) => {
    await load()
    for (const entry of entries.filter(one => one.userId === userId && isWaiting(one))) {
      if (inHand.has(entry.id)) continue
      if (!isStill() || !(await sendOne(entry, isStill))) return
    }
  }

  return {
    register: (kind: OutboxKind) => void kinds.set(kind.name, kind),
    kind: (name: string) => kinds.get(name),
    /** Everything on this device; stable until it changes. */
    get: () => entries,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Whether what is kept outlives this tab. */
    isDurable: () => durable,
    /** Another tab changed the store, or this one begins. */
    load,
    onSent(listener: SentListener) {
      sentListeners.add(listener)
      return () => void sentListeners.delete(listener)
    },
    /** Keeps a write of a person. A full box refuses the newest: what was shown as kept stays kept. */
    async keep(entry: Omit<OutboxEntry, 'state'>): Promise<Kept> {
      try {
        const all = await (await theStore()).all()
        const others = all.filter(({ id, userId }) => userId === entry.userId && id !== entry.id)
        if (others.length >= outboxMax) return 'full'
        await change(store => store.put({ ...entry, state: 'waiting' }))
        return 'kept'
      } catch (error) {
        console.warn('This device keeps nothing more:', error)
        return 'full'
      }
    },
    forget,
    /** While `act` sends an entry by the person's own hand, nothing else in this tab does. */
    async byHand<T>(id: string, act: () => Promise<T>): Promise<T> {
      inHand.add(id)
      try {
        return await act()
      } finally {
        inHand.delete(id)
      }
    },
    /**
     * Sends what waits of this person until something stands in the way. `isStill`: it is still their session. Asked for
     * again meanwhile, it begins once more when it is through.
     */
    async send(userId: string, isStill: () => boolean): Promise<void> {
      next = () => alone(() => sendAll(userId, isStill))
      if (sending) return
      sending = true
      try {
        while (next) {
          const run = next
          next = undefined
          await run()
        }
      } finally {
        sending = false
      }
    },
    /** Removes what others left behind here and did not come back for. */
    async tidy(userId: string) {
      await load()
      const old = (entry: OutboxEntry) =>
        entry.userId !== userId && now() - Date.parse(entry.at) > leftBehindMs
      for (const { id } of entries.filter(old)) await forget(id)
    },
    /** The account is gone, or a test begins: nothing of this person (or of anybody) stays. */
    async clear(userId?: string) {
      await load()
      for (const entry of entries) if (!userId || entry.userId === userId) await forget(entry.id)
    },
  }
}
