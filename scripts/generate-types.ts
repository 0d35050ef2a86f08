// `npm run generate`: writes docs/settings.md anew from env.ts, and apps/server/src/db/schema.generated.ts from the migrations, by
// way of a throw-away cluster.
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { settingsPage, settingsPagePath } from '../apps/server/src/app/settings-page.ts'
import { startEmbeddedPostgres } from '../apps/server/src/db/embedded/start-embedded-postgres.ts'
import { generatedTypesPath, generateTypes } from '../apps/server/src/db/generate-types.ts'
import { migrate } from '../apps/server/src/db/migrate.ts'
import { readArguments } from './lib/command.mjs'

readArguments({ name: 'generate', about: 'Writes the types of the database and the page of settings anew.' })

await writeFile(settingsPagePath, settingsPage())

const dataDir = await mkdtemp(join(tmpdir(), 'muster-generate-'))
// As root the database runs under another account, which must be able to pass through.
await chmod(dataDir, 0o755)
const postgres = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } })
try {
  await migrate(postgres.url)
  await writeFile(generatedTypesPath, await generateTypes(postgres.url))
} finally {
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}
