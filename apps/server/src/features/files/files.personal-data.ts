import { msg } from '@lingui/core/runtime-macro'
import type { PersonalList } from '../../platform/personal-list.ts'

export const filesPersonalData: readonly PersonalList[] = [
  {
    name: 'files-sent',
    says: msg`Files you attached to hazards, broadcasts and messages, or added to folders. You can open them there.`,
    table: 'stored_files',
    kind: 'files',
    of: 'uploaded_by',
    order: 'created_at, id',
    leftOut: { 'a path in the file store': ['path'], 'describes how the file is stored': ['has_thumbnail'] },
  },
]
