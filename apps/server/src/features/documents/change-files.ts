import { limits } from '@muster/domain/limits.ts'
import type { Tx } from '../../db/database.ts'
import type { WriteContext } from '../../live/write.ts'
import { fail } from '../../rpc/fail.ts'
import { documentsEvents } from './documents.events.ts'
import {
  countFoldersIn,
  insertFolder,
  lockFolderTree,
  readFolderPath,
  updateFolder,
} from './folders.queries.ts'
import {
  countSelected,
  isInFolder,
  markDeleted,
  moveSelection,
  readDepth,
  restoreSelection,
  type Selection,
} from './selection.queries.ts'

type NewFolder = Parameters<typeof insertFolder>[1]

/**
 * Returns the path from the top level to the folder, including the folder itself; empty for the top level. Throws FOLDER_NOT_FOUND
 * if the zone has no such folder that the actor can see.
 */
export async function requireFolder(tx: Tx, zoneId: string, folderId: string | undefined) {
  if (folderId === undefined) return []
  const path = await readFolderPath(tx, zoneId, folderId)
  if (path.length === 0) throw fail('FOLDER_NOT_FOUND')
  return path
}

/**
 * Creates a folder and returns its id. Throws FOLDER_NOT_FOUND, FOLDER_NAME_TAKEN, FOLDERS_FULL, and FOLDER_MOVE_INVALID for a
 * folder that would be nested too deep.
 */
export async function createFolder({ tx, publish }: WriteContext, it: NewFolder): Promise<string> {
  await lockFolderTree(tx, it.zoneId)
  const depth = (await requireFolder(tx, it.zoneId, it.folderId)).length
  if (depth >= limits.folderDepthMost) throw fail('FOLDER_MOVE_INVALID')
  if ((await countFoldersIn(tx, it.zoneId, it.folderId)) >= limits.foldersMost) throw fail('FOLDERS_FULL')
  const { id } = await withNameCheck(() => insertFolder(tx, it))
  publish(documentsEvents, { kind: 'documents.changed', zoneId: it.zoneId })
  return id
}

/** Changes a folder's name and description. Throws FOLDER_NOT_FOUND, FOLDER_NAME_TAKEN. */
export async function changeFolder(
  { tx, publish }: WriteContext,
  it: Parameters<typeof updateFolder>[1],
): Promise<void> {
  if (!(await withNameCheck(() => updateFolder(tx, it)))) throw fail('FOLDER_NOT_FOUND')
  publish(documentsEvents, { kind: 'documents.changed', zoneId: it.zoneId })
}

/**
 * Moves a selection, either all of it or none, and returns the number of items. Throws FOLDER_NOT_FOUND, DOCUMENT_NOT_FOUND,
 * FOLDER_MOVE_INVALID, FOLDER_NAME_TAKEN, DOCUMENT_NAME_TAKEN.
 */
export async function moveFiles(
  { tx, publish }: WriteContext,
  selection: Selection,
  folderId: string | undefined,
): Promise<number> {
  await lockFolderTree(tx, selection.zoneId)
  await requireSelection(tx, selection)
  const depth = (await requireFolder(tx, selection.zoneId, folderId)).length
  if (selection.folders.length > 0) {
    if (folderId !== undefined && (await isInFolder(tx, folderId, selection.folders)))
      throw fail('FOLDER_MOVE_INVALID')
    if (depth + (await readDepth(tx, selection)) > limits.folderDepthMost) throw fail('FOLDER_MOVE_INVALID')
  }
  publish(documentsEvents, { kind: 'documents.changed', zoneId: selection.zoneId })
  return withNameCheck(() => moveSelection(tx, selection, folderId))
}

/** Deletes a selection and returns the number of deleted items. Throws DOCUMENT_NOT_FOUND if part of it no longer exists. */
export async function removeFiles(
  { tx, publish }: WriteContext,
  selection: Selection,
  userId: string,
): Promise<number> {
  await lockFolderTree(tx, selection.zoneId)
  await requireSelection(tx, selection)
  publish(documentsEvents, { kind: 'documents.changed', zoneId: selection.zoneId })
  return markDeleted(tx, selection, userId)
}

/** Restores a deleted selection. Throws DOCUMENT_NOT_FOUND if nothing could be restored, FOLDER_NAME_TAKEN, DOCUMENT_NAME_TAKEN. */
export async function restoreFiles({ tx, publish }: WriteContext, selection: Selection): Promise<number> {
  await lockFolderTree(tx, selection.zoneId)
  const restoredCount = await withNameCheck(() => restoreSelection(tx, selection))
  if (restoredCount === 0) throw fail('DOCUMENT_NOT_FOUND')
  publish(documentsEvents, { kind: 'documents.changed', zoneId: selection.zoneId })
  return restoredCount
}

async function requireSelection(tx: Tx, selection: Selection): Promise<void> {
  const expectedCount = new Set(selection.folders).size + new Set(selection.documents).size
  if (expectedCount === 0 || (await countSelected(tx, selection)) !== expectedCount)
    throw fail('DOCUMENT_NOT_FOUND')
}

/** Maps a unique key violation to the error: the database decides, so concurrent requests cannot both take a name. */
async function withNameCheck<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string }
    if (code === '23505' && constraint === 'folders_name') throw fail('FOLDER_NAME_TAKEN')
    if (code === '23505' && constraint === 'documents_name') throw fail('DOCUMENT_NAME_TAKEN')
    throw error
  }
}
