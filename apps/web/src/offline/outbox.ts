import { createOutboxContent } from './outbox-content.ts'
import { compareByTime, type OutboxEntry } from './outbox-entry.ts'
import { createOutboxSending, type SentListener } from './outbox-sending.ts'
import type { OutboxStore } from './outbox-store.ts'
import type { SendContext, Sender } from './sender.ts'

/** Maximum number of entries stored per person. A captain without a network marks hundreds of people. */
export const maxOutboxEntries = 1_000
/** Retention in milliseconds of entries whose owner does not return to this device. */
export const abandonedAfterMs = 7 * 24 * 60 * 60 * 1_000
const confirmedRetentionMs = 24 * 60 * 60 * 1_000

type Options = {
  store: () => Promise<OutboxStore>
  /** Runs `act` unless another tab is already sending. */
  alone: (act: () => Promise<void>) => Promise<void>
  /** Notifies the other tabs of a change to the store. */
  notify: () => void
  now: () => number
  /** The API and token for sending; undefined if nobody is signed in. */
  sendWith: () => SendContext | undefined
  /** Called with the owner's id when a new entry has been stored. */
  onStored?: (userId: string) => void
}

/** `full`: the limit is reached, or the device refused to store the entry. */
export type StoreResult = 'kept' | 'full'

/**
 * Creates the outbox: writes that wait for the network. An entry is stored first and then sent. It is removed once the server has
 * recorded it (a day later if it was sent late, so that the person sees it), or when the person dismisses it after a refusal.
 * Sending an entry twice is harmless, because its id makes the write idempotent.
 */
export function createOutbox<Kind extends Sender = Sender>(options: Options) {
  const { store, alone, notify, now, sendWith, onStored } = options
  const kindsByName = new Map<string, Kind>()
  const content = createOutboxContent(store, notify)
  const sentListeners = new Set<SentListener>()
  const onSent: SentListener = (entry, answer) => {
    for (const listener of sentListeners) listener(entry, answer)
  }
  const sender = createOutboxSending({ content, kinds: kindsByName, now, sendWith, onSent })

  return {
    register: (kind: Kind) => void kindsByName.set(kind.name, kind),
    kind: (name: string) => kindsByName.get(name),
    /** Returns all entries on this device; the same array until it changes. */
    get: content.get,
    /** Returns the ids of the entries that this tab is sending; the same set until it changes. */
    onTheWay: sender.onTheWay,
    subscribe: content.subscribe,
    /** True if entries survive this tab. */
    isDurable: content.isDurable,
    /** Loads the entries at the start, and again after a change by another tab. */
    load: content.load,
    /** Notifies the listeners of an entry that the service worker has sent. */
    receiveAnswer: onSent,
    onSent(listener: SentListener) {
      sentListeners.add(listener)
      return () => void sentListeners.delete(listener)
    },
    byHand: sender.byHand,
    send: queueRuns((userId: string, isCurrent: () => boolean) =>
      alone(() => sender.sendAll(userId, isCurrent)),
    ),
    /**
     * Stores a person's write. If the outbox is full, refuses the new entry, so that whatever was shown as saved stays saved. A
     * kind that the app creates by itself has a separate limit, beyond which a new entry replaces the oldest.
     */
    async add(entry: Omit<OutboxEntry, 'state'>): Promise<StoreResult> {
      try {
        const competingEntries = filterCompeting(entry, await content.all(), kindsByName)
        const { mostWaiting } = kindsByName.get(entry.kind) ?? {}
        if (!mostWaiting && competingEntries.length >= maxOutboxEntries) return 'full'
        const displacedEntry =
          mostWaiting && competingEntries.length >= mostWaiting ? competingEntries[0] : undefined
        await content.change(async store => {
          if (displacedEntry) await store.remove(displacedEntry.id)
          await store.put({ ...entry, state: 'waiting' })
        })
        onStored?.(entry.userId)
        return 'kept'
      } catch (error) {
        console.warn('This device keeps nothing more:', error)
        return 'full'
      }
    },
    /** Removes an entry and its dependents. */
    async forget(id: string) {
      for (const dependent of content.get()) if (dependent.after === id) await content.remove(dependent.id)
      await content.remove(id)
    },
    /** Retries a refused entry and its dependents. */
    again: (id: string) =>
      content.change(async store => {
        for (const storedEntry of await store.all()) {
          if ((storedEntry.id !== id && storedEntry.after !== id) || storedEntry.state !== 'refused') continue
          const { reason: _, ...entry } = storedEntry
          await store.put({ ...entry, state: 'waiting' })
        }
      }),
    /** Removes confirmed entries after a day, and after a week the entries of other people who did not return. */
    async tidy(userId: string) {
      await content.load()
      const isOld = ({ userId: owner, at, doneAt }: OutboxEntry) =>
        doneAt
          ? now() - Date.parse(doneAt) > confirmedRetentionMs
          : owner !== userId && now() - Date.parse(at) > abandonedAfterMs
      for (const { id } of content.get().filter(isOld)) await content.remove(id)
    },
    /** Removes all of a person's entries, or everybody's. Used for a deleted account and in tests. */
    async clear(userId?: string) {
      await content.load()
      for (const entry of content.get())
        if (!userId || entry.userId === userId) await content.remove(entry.id)
    },
  }
}

/** Oldest first. For a kind created by the app, those of the same kind; otherwise everything the person created. */
function filterCompeting(
  { id, userId, kind }: Pick<OutboxEntry, 'id' | 'userId' | 'kind'>,
  entries: readonly OutboxEntry[],
  kinds: ReadonlyMap<string, Sender>,
): OutboxEntry[] {
  const isByApp = (name: string) => kinds.get(name)?.mostWaiting !== undefined
  return entries
    .filter(other => other.userId === userId && other.id !== id && other.state !== 'confirmed')
    .filter(other => (isByApp(kind) ? other.kind === kind : !isByApp(other.kind)))
    .sort(compareByTime)
}

/** Runs `act` one call at a time. Calls during a run cause one more run, with the latest input. */
function queueRuns<Input extends unknown[]>(act: (...input: Input) => Promise<void>) {
  let isRunning = false
  let nextInput: Input | undefined
  return async (...input: Input): Promise<void> => {
    nextInput = input
    if (isRunning) return
    isRunning = true
    try {
      while (nextInput) {
        const latestInput: Input = nextInput
        nextInput = undefined
        await act(...latestInput)
      }
    } finally {
      isRunning = false
    }
  }
}
