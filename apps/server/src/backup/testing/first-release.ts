import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '../../db/migrate.ts'
import { readReleases } from '../../db/releases.ts'
import { runSql } from '../../testing/test-database.ts'

/**
 * Creates the tables of the first release in an empty database, with a few rows. Loading it again takes a fraction of the time of the
 * current schema, for tests of how a load fails.
 */
export async function createFirstRelease(url: string): Promise<void> {
  const [release] = await readReleases()
  const dir = await mkdtemp(join(tmpdir(), 'muster-first-release-'))
  try {
    await mkdir(join(dir, 'migrations'))
    for (const { name } of release?.migrations ?? [])
      await copyFile(new URL(`../../db/migrations/${name}`, import.meta.url), join(dir, 'migrations', name))
    await migrate(url, { dir })
    await runSql(
      url,
      `insert into role_permissions select 'role', 'permission ' || n from generate_series(1, 3) n`,
    )
  } finally {
    await rm(dir, { recursive: true })
  }
}
