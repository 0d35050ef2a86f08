import type { Attachment } from '@muster/contract/stored-files.ts'
import { sessionStore } from '../lib/session-store.ts'
import { type CachedFile, canCache, openCacheDb, toOwnerRange } from './cache-db.ts'
import { requestPersistence } from './request-persistence.ts'

/** Maximum size in bytes of the documents stored on a device for one person. */
export const cachedFilesMaxBytes = 200 * 1024 * 1024

/** The metadata of a stored file, available without opening it. */
export type CachedFileInfo = { id: string; version: number; size: number }

const listeners = new Set<() => void>()
let fileInfosById: ReadonlyMap<string, CachedFileInfo> = new Map()
let loadedOwner: string | undefined

const getOwner = () => sessionStore.get()?.token ?? ''

async function loadFileInfos(): Promise<void> {
  const currentOwner = getOwner()
  loadedOwner = currentOwner
  const rows: CachedFile[] =
    currentOwner && canCache() ? await (await openCacheDb()).getAll('files', toOwnerRange(currentOwner)) : []
  fileInfosById = new Map(rows.map(({ id, version, blob }) => [id, { id, version, size: blob.size }]))
  for (const listener of listeners) listener()
}

const sumBytes = (files: Iterable<CachedFileInfo>) => [...files].reduce((sum, { size }) => sum + size, 0)

/** Documents stored on this device for offline use. They belong to one session and are deleted with it. */
export const cachedFiles = {
  /** Returns the metadata by id, as the same map until a file changes. */
  get: () => fileInfosById,
  bytes: () => sumBytes(fileInfosById.values()),
  subscribe(listener: () => void) {
    listeners.add(listener)
    if (loadedOwner !== getOwner()) loadFileInfos().catch(() => undefined)
    return () => void listeners.delete(listener)
  },
  /** Replaces the previous version. Rejects if it would exceed the size limit, or cannot be downloaded or stored. */
  async save({ id, version, file, url }: { id: string; version: number; file: Attachment; url: string }) {
    const otherFiles = [...fileInfosById.values()].filter(it => it.id !== id)
    if (sumBytes(otherFiles) + file.size > cachedFilesMaxBytes)
      throw new Error('This device keeps no more files. Remove some of them first.')
    const response = await fetch(url)
    if (!response.ok) throw new Error('The file could not be fetched.')
    const blob = await response.blob()
    const row: CachedFile = {
      owner: getOwner(),
      id,
      version,
      name: file.name,
      mime: blob.type,
      blob,
      keptAt: Date.now(),
    }
    await (await openCacheDb()).put('files', row)
    void requestPersistence()
    await loadFileInfos()
  },
  async remove(id: string) {
    await (await openCacheDb()).delete('files', [getOwner(), id])
    await loadFileInfos()
  },
  async removeAll() {
    await (await openCacheDb()).delete('files', toOwnerRange(getOwner()))
    await loadFileInfos()
  },
  async open(id: string): Promise<CachedFile | undefined> {
    return canCache() ? (await openCacheDb()).get('files', [getOwner(), id]) : undefined
  },
}
