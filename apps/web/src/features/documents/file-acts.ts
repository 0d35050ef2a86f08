import { t } from '@lingui/core/macro'
import type { Document, Folder } from '@muster/contract/documents.ts'
import { mayInZone, type ZoneRights } from '@muster/domain/zone-permission.ts'

/** The ids of selected folders and files. */
export type Chosen = { folders: string[]; documents: string[] }

/** The actions the person may perform here. */
export type May = {
  createFolders: boolean
  upload: boolean
  link: boolean
  remove: boolean
  /** True if the person may see who has confirmed required reading. */
  watch: boolean
}

export const toFileRights = (rights: ZoneRights): May => ({
  createFolders: mayInZone(rights, 'create_folders'),
  upload: mayInZone(rights, 'upload_files'),
  link: mayInZone(rights, 'link_folders'),
  remove: mayInZone(rights, 'delete_files'),
  watch: mayInZone(rights, 'view_zone_users'),
})

/** Permissions to view only: the viewer form and the files of all zones allow nothing else. */
export const viewOnly: May = {
  createFolders: false,
  upload: false,
  link: false,
  remove: false,
  watch: false,
}

/** The actions that cards and rows offer. */
export type FileActs = {
  onLink: (folder: Folder) => void
  onEditFolder: (folder: Folder) => void
  onMove: (chosen: Chosen) => void
  onRemove: (chosen: Chosen, name: string) => void
  onRestore: (chosen: Chosen) => void
  onRename: (document: Document) => void
  onVersions: (document: Document) => void
  onReading: (document: Document) => void
}

export const fileWords = { done: t`Download started`, failed: t`Failed to generate download link` }
