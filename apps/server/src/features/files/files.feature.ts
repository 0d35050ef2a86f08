import { msg } from '@lingui/core/runtime-macro'
import { createClamd } from '../../lib/virus-scanner.ts'
import type { Feature, StoredFolder } from '../../platform/feature.ts'
import type { PersonalList } from '../../platform/personal-list.ts'
import type { Platform } from '../../platform/platform.ts'
import { createRateLimit } from '../../rpc/rate-limit.ts'
import { deleteUnusedFiles } from './stored-files.queries.ts'
import { sweepFiles } from './sweep-files.ts'
import type { UploadDeps } from './upload-door.ts'

const filesPersonalData: readonly PersonalList[] = [
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

/** The file folders declared by all features. */
type Folders = { readonly storedFolders: Readonly<Record<string, StoredFolder>> }

export const filesFeature = {
  parts: ({ db, env }: Platform): Pick<UploadDeps, 'attachments' | 'scanner'> => ({
    attachments: createRateLimit(db.pool, { name: 'attachment', points: 60, seconds: 600 }),
    scanner: env.CLAMAV_SOCKET === undefined ? undefined : createClamd(env.CLAMAV_SOCKET),
  }),
  jobs: ({ db, log, files, storedFolders }: Platform & Folders) => [
    {
      name: 'stored-files',
      cron: '21 3 * * *',
      async run(signal: AbortSignal) {
        const { removed, missing, missingIds } = await sweepFiles(db, files, storedFolders, signal)
        log.info({ files: removed }, 'Removed stored files that no row names')
        if (missing > 0) log.warn({ rows: missing, ids: missingIds }, 'Files that rows name are missing')
      },
    },
  ],
  expired: { uploads: deleteUnusedFiles },
  personalData: filesPersonalData,
} satisfies Feature
