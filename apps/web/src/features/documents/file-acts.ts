import type { Document, Folder } from '@muster/contract/documents.ts'
import { can } from '@muster/domain/permission.ts'
import type { Role } from '@muster/domain/role.ts'

/** Folders and files that were chosen, by their ids. */
export type Chosen = { folders: string[]; documents: string[] }

/** What the person may do here. */
export type May = {
  createFolders: boolean
  upload: boolean
  link: boolean
  remove: boolean
  /** See who has read what is to be read. */
  watch: boolean
}

export const mayOf = (role: Role): May => ({
  createFolders: can(role, 'create_folders'),
  upload: can(role, 'upload_files'),
  link: can(role, 'link_folders'),
  remove: can(role, 'delete_files'),
  watch: can(role, 'view_zone_users'),
})

/** What cards and rows open or do. */
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

export const fileWords = { done: 'Download started', failed: 'Failed to generate download link' }
