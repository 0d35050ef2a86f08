import { limits } from '@muster/domain/limits.ts'
import { canCache, openCacheDb, type SharedFiles } from './cache-db.ts'

/** Retention of shared content, in milliseconds. */
const retentionMs = 24 * 60 * 60 * 1_000

/** Stays across a sign-in. Only the last share is kept, with at most as many files as a report allows. */
export async function storeSharedFiles(files: File[], text: string, site?: string): Promise<void> {
  await (await openCacheDb()).put('shared', {
    id: 'shared',
    files: files.slice(0, limits.hazardAttachmentsMost),
    text: text.slice(0, limits.messageMaxLength),
    at: Date.now(),
    site,
  })
}

/** Deletes the shared content, because the person who shared it has signed out. */
export async function deleteSharedFiles(): Promise<void> {
  if (canCache()) await (await openCacheDb()).clear('shared')
}

/** Removes the last share and returns it; undefined if there is none or its retention has ended. */
export async function consumeSharedFiles(): Promise<SharedFiles | undefined> {
  if (!canCache()) return undefined
  const transaction = (await openCacheDb()).transaction('shared', 'readwrite')
  const sharedFiles = await transaction.store.get('shared')
  if (sharedFiles) await transaction.store.delete('shared')
  await transaction.done
  return sharedFiles && Date.now() - sharedFiles.at < retentionMs ? sharedFiles : undefined
}
