import { toTitle } from '@muster/domain/attachment.ts'
import type { WriteContext } from '../../live/write.ts'
import { fail } from '../../rpc/fail.ts'
import { findUnused, nameDocument } from '../files/index.ts'
import { requireFolder } from './change-files.ts'
import { documentAddedAlert } from './documents.alerts.ts'
import { documentsEvents } from './documents.events.ts'
import {
  findDocumentByFile,
  insertDocument,
  insertVersion,
  listVersions,
  lockDocumentByName,
  type NewVersion,
  readUsage,
  setVersion,
  updateTitle,
} from './documents.queries.ts'
import { lockFolderTree } from './folders.queries.ts'

type NewDocument = {
  readonly zoneId: string
  readonly folderId: string | undefined
  readonly fileId: string
  readonly title: string
  readonly userId: string
  /** Maximum bytes of the zone's files; null for no limit. */
  readonly quota: number | null
}

/**
 * Becomes a new document or the next version of its namesake there, whose title stays if the new one is just the file name. A
 * repeated request returns its document. Checks the quota again, for concurrent uploads. Throws FILE_NOT_FOUND, FOLDER_NOT_FOUND,
 * QUOTA_FULL.
 */
export async function addDocument(
  { tx, publish, alert }: WriteContext,
  { zoneId, folderId, fileId, title, userId, quota }: NewDocument,
): Promise<{ documentId: string; version: number }> {
  await lockFolderTree(tx, zoneId)
  const path = await requireFolder(tx, zoneId, folderId)
  const file = await findUnused(tx, fileId, userId)
  if (!file) {
    const existingDocument = await findDocumentByFile(tx, fileId, userId, zoneId)
    if (!existingDocument) throw fail('FILE_NOT_FOUND')
    return { documentId: existingDocument.id, version: existingDocument.version }
  }
  if (quota !== null && (await readUsage(tx, zoneId)).used + file.size_bytes > quota) throw fail('QUOTA_FULL')
  const content: NewVersion = {
    fileName: file.name,
    path: file.path,
    size: file.size_bytes,
    mediaType: file.media_type,
    uploadedBy: userId,
  }
  const currentDocument = await lockDocumentByName(tx, zoneId, folderId, file.name)
  const version = currentDocument ? currentDocument.version + 1 : 1
  const documentId =
    currentDocument?.id ?? (await insertDocument(tx, { ...content, zoneId, folderId, title })).id
  if (!(await nameDocument(tx, file.id, documentId))) throw fail('FILE_NOT_FOUND')
  if (currentDocument) await setVersion(tx, documentId, version, content)
  // Clients send the file name as the default title, so only a title that somebody typed replaces the existing one.
  if (currentDocument && title !== toTitle(file.name)) await updateTitle(tx, documentId, title)
  await insertVersion(tx, documentId, version, content)
  publish(documentsEvents, { kind: 'documents.changed', zoneId })
  if (!currentDocument) {
    const document = { id: documentId, zoneId, folderId: folderId ?? null, title, uploadedBy: userId }
    alert(documentAddedAlert(document, path.at(-1)?.name))
  }
  return { documentId, version }
}

/** Does nothing for the newest version. Throws DOCUMENT_NOT_FOUND if the version does not exist or its file was lost. */
export async function restoreVersion(
  { tx, publish }: WriteContext,
  {
    zoneId,
    documentId,
    newest,
    version,
    userId,
  }: { zoneId: string; documentId: string; newest: number; version: number; userId: string },
): Promise<number> {
  const oldVersion = (await listVersions(tx, documentId)).find(it => it.version === version)
  if (!oldVersion || oldVersion.file_url === null) throw fail('DOCUMENT_NOT_FOUND')
  if (version === newest) return newest
  const content: NewVersion = {
    fileName: oldVersion.file_name,
    path: oldVersion.file_url,
    size: oldVersion.file_size,
    mediaType: oldVersion.file_type,
    uploadedBy: userId,
  }
  await setVersion(tx, documentId, newest + 1, content)
  await insertVersion(tx, documentId, newest + 1, content)
  publish(documentsEvents, { kind: 'documents.changed', zoneId })
  return newest + 1
}
