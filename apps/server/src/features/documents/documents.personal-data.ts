import { msg } from '@lingui/core/runtime-macro'
import type { PersonalList } from '../../platform/personal-list.ts'

export const documentsPersonalData: readonly PersonalList[] = [
  {
    name: 'folders',
    says: msg`Folders you created or deleted.`,
    table: 'folders',
    kind: 'files',
    counted: 'created_by = me',
    of: { created_by: 'created_by_me', deleted_by: 'deleted_by_me' },
    order: 'created_at, id',
    leftOut: { 'internal to restoring what was deleted together': ['deleted_with'] },
  },
  {
    name: 'folder-group-links',
    says: msg`Folders you linked to groups.`,
    table: 'folder_group_links',
    kind: 'files',
    of: 'created_by',
    order: 'created_at, id',
  },
  {
    name: 'documents',
    says: msg`Files in folders whose latest version is yours, or that you deleted or reviewed.`,
    table: 'documents',
    kind: 'files',
    of: { uploaded_by: 'uploaded_by_me', deleted_by: 'deleted_by_me', reviewed_by: 'reviewed_by_me' },
    order: 'created_at, id',
    leftOut: {
      'internal to restoring what was deleted together': ['deleted_with'],
      'a path in the file store': ['file_url'],
      'internal to alerting once': ['review_alerted'],
    },
  },
  {
    name: 'document-versions',
    says: msg`File versions you uploaded or restored.`,
    table: 'document_versions',
    kind: 'files',
    counted: 'uploaded_by = me',
    of: 'uploaded_by',
    order: 'created_at, document_id, version',
    leftOut: { 'a path in the file store': ['file_url'] },
  },
  {
    name: 'required-readings',
    says: msg`Files you asked others to read.`,
    table: 'document_readings',
    kind: 'files',
    of: 'asked_by',
    order: 'created_at, document_id',
  },
  {
    name: 'document-confirmations',
    says: msg`Files you confirmed you have read.`,
    table: 'document_confirmations',
    kind: 'answers',
    counted: 'user_id = me',
    of: 'user_id',
    order: 'confirmed_at, document_id',
  },
]
