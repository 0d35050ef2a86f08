// `npm run generate`: regenerates everything derived from declarations (the contract's list of events, docs/settings.md, docs/metrics.md,
// docs/permissions.md, docs/deleted-accounts.md, the calls in docs/emergencies.md, the table of calls and events, the server's compiled
// catalogues) and, with a temporary cluster, everything derived from the migrations: apps/server/src/db/schema.generated.ts and the
// columns in the archive of a person's data.
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventListPath, renderEventList } from '../apps/server/src/app/testing/event-list.ts'
import { readTables } from '../apps/server/src/app/testing/table-facts.ts'
import { openDatabase } from '../apps/server/src/db/database.ts'
import { startEmbeddedPostgres } from '../apps/server/src/db/embedded/start-embedded-postgres.ts'
import { generatedTypesPath, generateTypes } from '../apps/server/src/db/generate-types.ts'
import { migrate } from '../apps/server/src/db/migrate.ts'
import { readArguments } from './lib/command.mjs'

readArguments({
  name: 'generate',
  about:
    'Writes the types of the database, the columns of the archive, the settings page, the tables of calls and events and the catalogues anew.',
})

// Written before anything is imported that loads the contract, so that new events are known in the same run.
await writeFile(eventListPath, renderEventList())
const { generatedLists } = await import('../apps/server/src/app/testing/generated-lists.ts')
const { archiveColumnsPath, renderArchiveColumnsFile } = await import(
  '../apps/server/src/app/testing/archive-columns.ts'
)
// Imported only here, because loading Lingui's tools takes seconds, which `--help` should not have to wait for.
const { compileCatalogues: compiledCatalogues } = await import('../apps/server/src/app/testing/catalogues.ts')
for (const { path, text } of [...generatedLists(), ...(await compiledCatalogues())])
  await writeFile(path, text)

const dataDir = await mkdtemp(join(tmpdir(), 'muster-generate-'))
// When running as root, PostgreSQL uses another account, which needs to traverse this folder.
await chmod(dataDir, 0o755)
const postgres = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } })
try {
  await migrate(postgres.url)
  await writeFile(generatedTypesPath, await generateTypes(postgres.url))
  const db = openDatabase(postgres.url)
  await writeFile(archiveColumnsPath, renderArchiveColumnsFile(await readTables(db.pool)))
  await db.close()
} finally {
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}
