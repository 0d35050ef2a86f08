import type { Attachment } from '@muster/contract/stored-files.ts'
import { sessionStore } from '../lib/session-store.ts'
import { askToPersist } from './ask-to-persist.ts'
import { canKeep, type KeptFile, keptDb, ofOwner } from './kept-db.ts'

/** The maximum number of bytes of documents stored on a device for one person. */
export const keptFilesMostBytes = 200 * 1024 * 1024

/** The metadata of a stored file, available without opening it. */
export type KeptFileInfo = { id: string; version: number; size: number }

const listeners = new Set<() => void>()
let infos: ReadonlyMap<string, KeptFileInfo> = new Map()
let loadedFor: string | undefined

const owner = () => sessionStore.get()?.token ?? ''

async function load(): Promise<void> {
  const whose = owner()
  loadedFor = whose
  const rows: KeptFile[] = whose && canKeep() ? await (await keptDb()).getAll('files', ofOwner(whose)) : []
  infos = new Map(rows.map(({ id, version, blob }) => [id, { id, version, size: blob.size }]))
  for (const listener of listeners) listener()
}

const bytesOf = (files: Iterable<KeptFileInfo>) => [...files].reduce((sum, { size }) => sum + size, 0)

/** Documents stored on this device for offline use; they belong to one session and are deleted with it. */
export const keptFiles = {
  /** Metadata by id; the same map until it changes. */
  get: () => infos,
  bytes: () => bytesOf(infos.values()),
  subscribe(listener: () => void) {
    listeners.add(listener)
    if (loadedFor !== owner()) load().catch(() => undefined)
    return () => void listeners.delete(listener)
  },
  /**
   * Downloads a version of a document and stores it in place of the previous one. On failure, throws an error with a text for the
   * person.
   */
  async keep({ id, version, file, url }: { id: string; version: number; file: Attachment; url: string }) {
    const others = [...infos.values()].filter(it => it.id !== id)
    if (bytesOf(others) + file.size > keptFilesMostBytes)
      throw new Error('This device keeps no more files. Remove some of them first.')
    const answer = await fetch(url)
    if (!answer.ok) throw new Error('The file could not be fetched.')
    const blob = await answer.blob()
    const row: KeptFile = {
      owner: owner(),
      id,
      version,
      name: file.name,
      mime: blob.type,
      blob,
      keptAt: Date.now(),
    }
    await (await keptDb()).put('files', row)
    void askToPersist()
    await load()
  },
  async remove(id: string) {
    await (await keptDb()).delete('files', [owner(), id])
    await load()
  },
  async removeAll() {
    await (await keptDb()).delete('files', ofOwner(owner()))
    await load()
  },
  /** Returns a stored file with its content. */
  async open(id: string): Promise<KeptFile | undefined> {
    return canKeep() ? (await keptDb()).get('files', [owner(), id]) : undefined
  },
}
