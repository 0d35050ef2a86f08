import { resolve } from 'node:path'
import { requireMigrated } from '../../apps/server/src/app/command-line/require-migrated.ts'
import { storedFolders } from '../../apps/server/src/app/file-readers.ts'
import { writeOpenExport } from '../../apps/server/src/open-export/write-export.ts'
import { createFileStore } from '../../apps/server/src/platform/file-store.ts'
import { refuseTargetInside } from '../lib/backup-target.ts'
import { withDatabase } from '../lib/with-database.ts'
import type { AdminRun } from './commands.ts'

export const run: AdminRun = async (env, { values: { to = '', organisation } }) => {
  const folder = resolve(to)
  refuseTargetInside(env.DATA_DIR, folder)
  const { tables, files } = await withDatabase(env, async ({ url }) => {
    await requireMigrated(url)
    const store = { files: createFileStore(env).files, folders: Object.keys(storedFolders) }
    return writeOpenExport({ database: url, store, folder, organisationId: organisation })
  })
  const rows = tables.reduce((sum, it) => sum + it.rows, 0)
  console.log(`Exported ${rows} rows of ${tables.length} tables and ${files.count} files to ${folder}.`)
  console.log(
    organisation
      ? 'It contains personal data: keep it safe.'
      : 'It contains password hashes and keys: keep it as safe as the installation.',
  )
  return 0
}
