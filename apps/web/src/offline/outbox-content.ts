import { compareByTime, type OutboxEntry } from './outbox-entry.ts'
import type { OutboxStore } from './outbox-store.ts'

export type OutboxContent = ReturnType<typeof createOutboxContent>

/** Creates one tab's copy of the entries stored on this device. `notify` tells the other tabs about a change. */
export function createOutboxContent(store: () => Promise<OutboxStore>, notify: () => void) {
  const listeners = new Set<() => void>()
  let entries: readonly OutboxEntry[] = []
  let isDurable = true
  let storePromise: Promise<OutboxStore> | undefined

  const openStore = async () => {
    storePromise ??= store()
    const openedStore = await storePromise
    isDurable = openedStore.durable
    return openedStore
  }
  const emit = () => {
    for (const listener of listeners) listener()
  }
  const listAll = async () => (await openStore()).all()
  const load = async () => {
    entries = (await listAll()).sort(compareByTime)
    emit()
  }
  const change = async (act: (store: OutboxStore) => Promise<void>) => {
    await act(await openStore())
    await load()
    notify()
  }
  const changeOrWarn = (act: (store: OutboxStore) => Promise<void>) =>
    change(act).catch(error => console.warn('The outbox cannot be changed:', error))

  return {
    /** Returns the same array until it changes. */
    get: () => entries,
    isDurable: () => isDurable,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    emit,
    all: listAll,
    load,
    change,
    changeOrWarn,
    /** Removes an entry. If this fails, the entry is sent again, which does no harm. */
    remove: (id: string) => changeOrWarn(store => store.remove(id)),
  }
}
