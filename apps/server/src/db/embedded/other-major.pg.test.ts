import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startEmbeddedPostgres } from './start-embedded-postgres.ts'
import { copyInitialisedFolder } from './testing/initialised-folder.ts'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'muster-major-'))
  await chmod(dir, 0o755)
})
afterEach(() => rm(dir, { recursive: true, force: true }))

it('refuses a cluster of another major version and names the remedy, and starts it with the right one', async () => {
  const options = { dataDir: dir, settings: { shared_buffers: '16MB', fsync: 'off' } }
  await copyInitialisedFolder(dir)
  const versionFile = join(dir, 'postgres', 'cluster', 'PG_VERSION')
  await writeFile(versionFile, '17\n')
  await expect(startEmbeddedPostgres(options)).rejects.toThrow(
    /^The database in .* is of PostgreSQL 17 and this Muster brings 18: run "npm run backup -- --portable" with the Muster that made it, then "npm run restore -- <file> --replace" with this one \(docs\/moving\.md\)\.$/,
  )
  await writeFile(versionFile, '18\n')
  await (await startEmbeddedPostgres(options)).stop()
})
