import { t } from '@lingui/core/macro'
import type { Document, Folder } from '@muster/contract/documents.ts'
import { mayInZone, type ZoneRights } from '@muster/domain/zone-permission.ts'

export type FileSelection = { folders: string[]; documents: string[] }

export type FileRights = {
  createFolders: boolean
  upload: boolean
  link: boolean
  remove: boolean
  /** True if the person may see who has confirmed required reading. */
  watch: boolean
}

export const toFileRights = (rights: ZoneRights): FileRights => ({
  createFolders: mayInZone(rights, 'create_folders'),
  upload: mayInZone(rights, 'upload_files'),
  link: mayInZone(rights, 'link_folders'),
  remove: mayInZone(rights, 'delete_files'),
  watch: mayInZone(rights, 'view_zone_users'),
})

/** Permissions to view only: the viewer form and the files of all zones allow nothing else. */
export const viewOnlyRights: FileRights = {
  createFolders: false,
  upload: false,
  link: false,
  remove: false,
  watch: false,
}

export type FileActions = {
  onLink: (folder: Folder) => void
  onEditFolder: (folder: Folder) => void
  onMove: (chosen: FileSelection) => void
  onRemove: (chosen: FileSelection, name: string) => void
  onRestore: (chosen: FileSelection) => void
  onEditFile: (document: Document) => void
  onVersions: (document: Document) => void
  onReading: (document: Document) => void
}

export const fileTexts = { done: t`Download started`, failed: t`Failed to generate download link` }
