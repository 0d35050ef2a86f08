import { compareByTime, type OutboxEntry } from './outbox-entry.ts'
import type { OutboxStore } from './outbox-store.ts'
import type { Sender } from './sender.ts'

/** Milliseconds. A late entry stays listed for a day, so that the person sees that it arrived. */
const lateThresholdMs = 3_000
/** Maximum number of entries kept as confirmed for each person; the oldest are removed first. */
const maxConfirmedEntries = 50

/** Passes the response to the entries that depend on it. A person's entry that was sent late is kept as confirmed for a while. */
export async function storeAnswer(
  store: OutboxStore,
  entry: OutboxEntry,
  answer: unknown,
  { kinds, now }: { kinds: ReadonlyMap<string, Sender>; now: number },
): Promise<void> {
  const allEntries = await store.all()
  for (const dependent of allEntries) {
    if (dependent.after !== entry.id) continue
    const { after: _, ...unblockedEntry } = dependent
    const payload = kinds.get(dependent.kind)?.follow?.(dependent.payload, answer) ?? dependent.payload
    await store.put({ ...unblockedEntry, payload })
  }
  const kind = kinds.get(entry.kind)
  if (kind?.mostWaiting || now - Date.parse(entry.at) < lateThresholdMs) return store.remove(entry.id)
  // The entry's files are no longer needed and would fill the device.
  await store.put({
    ...withoutFiles(entry),
    state: 'confirmed',
    doneAt: new Date(now).toISOString(),
    ...(kind?.keepsAnswer && { answer }),
  })
  const confirmedEntries = allEntries.filter(
    ({ state, userId }) => state === 'confirmed' && userId === entry.userId,
  )
  for (const { id } of confirmedEntries.sort(compareByTime).slice(0, 1 - maxConfirmedEntries))
    await store.remove(id)
}

/** Stores an entry that was refused or needs the person's action. After a refusal, its dependents are refused as well. */
export async function storeFailure(store: OutboxStore, entry: OutboxEntry): Promise<void> {
  await store.put(entry)
  if (entry.state !== 'refused') return
  for (const dependent of await store.all())
    if (dependent.after === entry.id)
      await store.put({ ...dependent, state: 'refused', reason: entry.reason ?? '' })
}

function withoutFiles(entry: OutboxEntry): OutboxEntry {
  const { payload } = entry
  if (typeof payload !== 'object' || payload === null) return entry
  const fields = Object.entries(payload).filter(([, value]) => !(value instanceof Blob))
  return { ...entry, payload: Object.fromEntries(fields) }
}
