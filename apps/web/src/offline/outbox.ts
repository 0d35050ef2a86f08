import { byTime, isWaiting, type OutboxEntry } from './outbox-entry.ts'
import { afterFailure } from './outbox-kind.ts'
import type { OutboxStore } from './outbox-store.ts'
import type { Sender, SendWith } from './sender.ts'

/** How many entries of one person a device keeps. */
export const outboxMax = 100
/** How long a device keeps what somebody left behind who does not come back to it. */
export const leftBehindMs = 7 * 24 * 60 * 60 * 1_000
/** One that went this long after it was made had waited: its person sees for a day that it arrived. Milliseconds. */
export const lateMs = 3_000
const toldMs = 24 * 60 * 60 * 1_000
/** How many that arrived are told of, the newest. */
const toldMost = 50

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

/** `full`: there is no room, or the device refused. */
export type Kept = 'kept' | 'full'

/** Hears that an entry was taken by the server after it had waited. */
type SentListener = (entry: OutboxEntry, answer: unknown) => void

/**
 * Writes that wait for the network. An entry is kept first and sent then; it leaves when the server has answered, or when
 * the person has read why it was refused. Everything that sends it may do so twice: its id makes that harmless.
 */
export function createOutbox<Kind extends Sender = Sender>({
  store,
  alone,
  tell,
  now,
  sendWith,
  onKept,
}: Parts) {
  const kinds = new Map<string, Kind>()
  const listeners = new Set<() => void>()
  const sentListeners = new Set<SentListener>()
  /** On their way by the hand of the person right now. */
  const inHand = new Set<string>()
  /** On their way from this tab; replaced with each change. */
  let onTheWay: ReadonlySet<string> = new Set()
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

  const emit = () => {
    for (const listener of listeners) listener()
  }
  const setOnTheWay = (batch: readonly OutboxEntry[]) => {
    onTheWay = new Set(batch.map(({ id }) => id))
    emit()
  }

  const load = async () => {
    entries = (await (await theStore()).all()).sort(byTime)
    emit()
  }
  const change = async (act: (store: OutboxStore) => Promise<void>) => {
    await act(await theStore())
    await load()
    tell()
  }
  /** What could not be removed is sent once more, which does no harm. */
  const forget = (id: string) =>
    change(store => store.remove(id)).catch(error => console.warn('The outbox cannot be changed:', error))

  /** The server has it. What comes after it goes on with its answer; who had to wait is told for a while. */
  const settle = (entry: OutboxEntry, answer: unknown, kind: Kind) =>
    change(async store => {
      const all = await store.all()
      for (const next of all) {
        if (next.after !== entry.id) continue
        const { after: _, ...freed } = next
        const payload = kinds.get(next.kind)?.follow?.(next.payload, answer) ?? next.payload
        await store.put({ ...freed, payload })
      }
      const isTold = !kind.mostWaiting && now() - Date.parse(entry.at) >= lateMs
      if (!isTold) return store.remove(entry.id)
      // Its files are of no use any more, and would fill the device.
      await store.put({
        ...withoutFiles(entry),
        state: 'confirmed',
        doneAt: new Date(now()).toISOString(),
        ...(kind.keepsAnswer && { answer }),
      })
      const told = all.filter(({ state, userId }) => state === 'confirmed' && userId === entry.userId)
      for (const { id } of told.sort(byTime).slice(0, -(toldMost - 1))) await store.remove(id)
    }).catch(error => console.warn('The outbox cannot be changed:', error))

  /** It waits for the person, or it never will be recorded; then nor will what comes after it. */
  const hold = (entry: OutboxEntry) =>
    change(async store => {
      await store.put(entry)
      if (entry.state !== 'refused') return
      for (const next of await store.all())
        if (next.after === entry.id)
          await store.put({ ...next, state: 'refused', reason: entry.reason ?? '' })
    })

  /** Answers whether the next ones may be tried. */
  const sendBatch = async (batch: readonly OutboxEntry[], isStill: () => boolean): Promise<boolean> => {
    const kind = kindOf(batch[0])
    // Of a version of the app that is not here yet.
    if (!kind) return true
    const parts = sendWith()
    if (!parts) return false
    setOnTheWay(batch)
    try {
      const answers = await kind.send(batch, parts)
      for (const [place, entry] of batch.entries()) {
        await settle(entry, answers[place], kind)
        if (isStill()) for (const listener of sentListeners) listener(entry, answers[place])
      }
      return true
    } catch (error) {
      for (const entry of batch) {
        const after = afterFailure(entry, error)
        if (after === 'later' || !isStill()) return false
        if (kind.mostWaiting) await forget(entry.id)
        else await hold(after)
      }
      return true
    } finally {
      setOnTheWay([])
    }
  }

  const kindOf = (entry: Pick<OutboxEntry, 'kind'> | undefined) => entry && kinds.get(entry.kind)

  /** What follows each other and goes together. */
  const batchesOf = (waiting: readonly OutboxEntry[]): OutboxEntry[][] => {
    const batches: OutboxEntry[][] = []
    for (const entry of waiting) {
      const last = batches.at(-1)
      if (last?.[0]?.kind === entry.kind && last.length < (kindOf(entry)?.together ?? 1)) last.push(entry)
      else batches.push([entry])
    }
    return batches
  }

  const sendAll = async (userId: string, isStill: () => boolean) => {
    await load()
    const isOurs = (one: OutboxEntry) =>
      one.userId === userId && isWaiting(one) && !one.after && !inHand.has(one.id)
    const isLarge = (one: OutboxEntry) => kindOf(one)?.isLarge === true
    const waiting = entries.filter(isOurs)
    for (const batch of batchesOf(waiting.filter(one => !isLarge(one))))
      if (!isStill() || !(await sendBatch(batch, isStill))) return
    // Files whose report went just now have come free.
    for (const batch of batchesOf(entries.filter(one => isOurs(one) && isLarge(one))))
      if (!isStill() || !(await sendBatch(batch, isStill))) return
  }

  /** What shares the room with an entry, by its age: what the app keeps by itself takes none from what people do. */
  const besides = (
    all: readonly OutboxEntry[],
    { id, userId, kind }: Pick<OutboxEntry, 'id' | 'userId' | 'kind'>,
  ) => {
    const own = kindOf({ kind })?.mostWaiting !== undefined
    const sameRoom = (other: OutboxEntry) =>
      own ? other.kind === kind : kindOf(other)?.mostWaiting === undefined
    return all
      .filter(other => other.userId === userId && other.id !== id && other.state !== 'confirmed')
      .filter(sameRoom)
      .sort(byTime)
  }

  return {
    register: (kind: Kind) => void kinds.set(kind.name, kind),
    kind: (name: string) => kinds.get(name),
    /** Everything on this device; stable until it changes. */
    get: () => entries,
    /** The ids of what this tab is just sending; stable until it changes. */
    onTheWay: () => onTheWay,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Whether what is kept outlives this tab. */
    isDurable: () => durable,
    /** Another tab changed the store, or this one begins. */
    load,
    /** The service worker has sent an entry. */
    heard(entry: OutboxEntry, answer: unknown) {
      for (const listener of sentListeners) listener(entry, answer)
    },
    onSent(listener: SentListener) {
      sentListeners.add(listener)
      return () => void sentListeners.delete(listener)
    },
    /**
     * Keeps a write of a person. A full box refuses the newest: what was shown as kept stays kept. What the app takes by
     * itself has a room of its own, in which the newest counts.
     */
    async keep(entry: Omit<OutboxEntry, 'state'>): Promise<Kept> {
      try {
        const all = await (await theStore()).all()
        const others = besides(all, entry)
        const { mostWaiting } = kindOf(entry) ?? {}
        if (!mostWaiting && others.length >= outboxMax) return 'full'
        const gone = mostWaiting && others.length >= mostWaiting ? others[0] : undefined
        await change(async store => {
          if (gone) await store.remove(gone.id)
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
      for (const next of entries) if (next.after === id) await forget(next.id)
      await forget(id)
    },
    /** Tries one again that was refused, and what comes after it. */
    again: (id: string) =>
      change(async store => {
        for (const one of await store.all()) {
          if ((one.id !== id && one.after !== id) || one.state !== 'refused') continue
          const { reason: _, ...entry } = one
          await store.put({ ...entry, state: 'waiting' })
        }
      }),
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
    /** Removes what others left behind here and did not come back for, and what arrived a day ago. */
    async tidy(userId: string) {
      await load()
      const old = ({ userId: whose, at, doneAt }: OutboxEntry) =>
        doneAt
          ? now() - Date.parse(doneAt) > toldMs
          : whose !== userId && now() - Date.parse(at) > leftBehindMs
      for (const { id } of entries.filter(old)) await forget(id)
    },
    /** The account is gone, or a test begins: nothing of this person (or of anybody) stays. */
    async clear(userId?: string) {
      await load()
      for (const entry of entries) if (!userId || entry.userId === userId) await forget(entry.id)
    },
  }
}

function withoutFiles(entry: OutboxEntry): OutboxEntry {
  const { payload } = entry
  if (typeof payload !== 'object' || payload === null) return entry
  const kept = Object.entries(payload).filter(([, value]) => !(value instanceof Blob))
  return { ...entry, payload: Object.fromEntries(kept) }
}
