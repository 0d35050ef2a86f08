import { msg } from '@lingui/core/runtime-macro'
import type { PersonalList } from '../../platform/personal-list.ts'

export const filesPersonalData: readonly PersonalList[] = [
  {
    name: 'files-sent',
    says: msg`The files one sent with notifications, broadcasts and messages, or put into folders. They can be opened there.`,
    table: 'stored_files',
    kind: 'files',
    of: 'uploaded_by',
    order: 'created_at, id',
    leftOut: { 'a path in the file store': ['path'], 'describes how the file is stored': ['has_thumbnail'] },
  },
]
