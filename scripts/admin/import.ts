import { resolve } from 'node:path'
import { storedFolders } from '../../apps/server/src/app/file-readers.ts'
import { restoreIntoEmbedded } from '../../apps/server/src/backup/restore-into-embedded.ts'
import { afterMigrate } from '../../apps/server/src/db/after-migrate.ts'
import { findHome } from '../../apps/server/src/db/embedded/place.ts'
import { checkOpenExport } from '../../apps/server/src/open-export/check-export.ts'
import { importInstallation } from '../../apps/server/src/open-export/import-installation.ts'
import { importOrganisation } from '../../apps/server/src/open-export/import-organisation.ts'
import type { OpenManifest } from '../../apps/server/src/open-export/manifest.ts'
import type { Env } from '../../apps/server/src/platform/env.ts'
import { createFileStore } from '../../apps/server/src/platform/file-store.ts'
import { moveAnchorsAside } from '../lib/move-anchors-aside.ts'
import { withDatabase } from '../lib/with-database.ts'
import type { AdminRun } from './commands.ts'

export const run: AdminRun = async (env, { values: { from = '' }, options }) => {
  const folder = resolve(from)
  const manifest = await checkOpenExport(folder)
  const rows = manifest.tables.reduce((sum, it) => sum + it.rows, 0)
  const what = manifest.organisation ? `the organisation ${manifest.organisation.name}` : 'an installation'
  console.log(
    `The export of ${what} by Muster ${manifest.muster} is complete: ${rows} rows of ${manifest.tables.length} tables, ${manifest.files.count} files.`,
  )
  if (options.check) return 0
  if (manifest.organisation) await importOne(env, folder, manifest)
  else await importAll(env, folder, manifest)
  return 0
}

async function importAll(env: Env, folder: string, manifest: OpenManifest): Promise<void> {
  if (!env.DATABASE_URL && (await findHome(env.DATA_DIR)))
    throw new Error(
      `There is already a database in ${env.DATA_DIR}: an installation is imported into an empty DATA_DIR, before the first start.`,
    )
  const store = createFileStore(env)
  const log = (line: string) => console.log(line)
  const load = (database: string) =>
    importInstallation({
      folder,
      manifest,
      database,
      store: { files: store.files, folders: Object.keys(storedFolders) },
      afterMigrate,
      log,
    })
  if (env.DATABASE_URL) await load(env.DATABASE_URL)
  else await restoreIntoEmbedded({ dataDir: env.DATA_DIR, replace: false, restore: load, log })
  // The mark by which the database recognises its files.
  if (manifest.installation) await store.mark.write(`${manifest.installation}\n`)
  await moveAnchorsAside(env.DATA_DIR)
  console.log('Imported. Start Muster with npm start; everybody signs in again.')
}

async function importOne(env: Env, folder: string, manifest: OpenManifest): Promise<void> {
  const store = { files: createFileStore(env).files, folders: Object.keys(storedFolders) }
  const { id, rows, newPeople, linkedPeople, files } = await withDatabase(env, ({ url }) =>
    importOrganisation({ folder, manifest, database: url, store }),
  )
  console.log(
    `Imported ${rows} rows and ${files} files as the organisation ${id}: ${newPeople} new accounts without a password, ${linkedPeople} linked by their e-mail address.`,
  )
}
