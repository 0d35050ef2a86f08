// Part of `npm run check`. Run as `npm run lock-migrations`, it adds new migrations to apps/server/src/db/migrations.lock.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readMigrations } from '../apps/server/src/db/migrate-files.ts'
import { readLock, readReleases } from '../apps/server/src/db/releases.ts'
import { appendToLock, findMigrationProblems, findReleaseProblems } from './migration-rules.ts'

const folder = fileURLToPath(new URL('../apps/server/src/db/migrations', import.meta.url))
const lockPath = `${folder}.lock`
const migrations = await readMigrations(folder)

if (process.argv.includes('--write'))
  writeFileSync(lockPath, appendToLock(migrations, readFileSync(lockPath, 'utf8')))
const problems = [
  ...findMigrationProblems(migrations, readLock(readFileSync(lockPath, 'utf8'))),
  ...findReleaseProblems(migrations, await readReleases()),
]
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
