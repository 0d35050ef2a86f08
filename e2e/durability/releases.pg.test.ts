import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { serveApp } from '../../apps/server/src/app/testing/served-app.ts'
import { afterMigrate } from '../../apps/server/src/db/after-migrate.ts'
import { withDatabase } from '../../apps/server/src/db/embedded/connection-url.ts'
import { migrate } from '../../apps/server/src/db/migrate.ts'
import { readReleases, releasesFolder } from '../../apps/server/src/db/releases.ts'
import { demoPassword, demoSignIns } from '../../apps/server/src/demo/demo-organisation.ts'
import { createTestDatabase, runSql } from '../../apps/server/src/testing/test-database.ts'
import { countRows, readCatalogue } from './catalogue.ts'
import { findPathsOpenToOthers, readMode } from './open-paths.ts'
import { createOpenPhoto } from './open-photo.ts'
import { freePort, startServerProcess } from './server-process.ts'

/** Tables that a migration removes or moves, or that every start rewrites. */
const CHANGING_TABLES = ['public.feed_appends', 'public.role_permissions', 'public.schema_migrations']

const signInPath = '/api/auth/sign-in'
const signIn = { email: demoSignIns[0]?.email, password: demoPassword }

const releases = await readReleases()
const fixturePath = (version: string) => join(releasesFolder, `${version}.sql.gz`)

it('every release has a stored database', () => {
  expect(releases.filter(it => !existsSync(fixturePath(it.version))).map(it => it.version)).toEqual([])
})

const onDatabase = async <T>(target: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: target })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

describe.each(releases)('the stored database of release $version', ({ version, migrations }) => {
  let stored: string
  const databases: string[] = []
  const createDatabase = async (template: string): Promise<string> => {
    const name = `release_${randomBytes(6).toString('hex')}`
    await runSql(inject('testPostgresUrl'), `create database ${name} template ${template} strategy file_copy`)
    databases.push(name)
    return name
  }
  /** Each test upgrades the stored database anew. */
  const copyStored = async () => withDatabase(inject('testPostgresUrl'), await createDatabase(stored))

  beforeAll(async () => {
    stored = await createDatabase('template0')
    const dump = await promisify(gunzip)(await readFile(fixturePath(version)))
    await runSql(withDatabase(inject('testPostgresUrl'), stored), dump.toString())
  })
  afterAll(async () => {
    for (const name of databases)
      await runSql(inject('testPostgresUrl'), `drop database if exists ${name} with (force)`)
  })

  it('is upgraded to the schema of a new database, loses no row, and people sign in with their passwords', async () => {
    const url = await copyStored()
    const before = await onDatabase(url, countRows)
    expect(before.get('public.schema_migrations')).toBe(migrations.length)
    for (const table of ['auth.users', 'public.zones', 'public.position_checks'])
      expect(before.get(table), table).toBeGreaterThan(0)
    await migrate(url, { afterMigrate })
    const after = await onDatabase(url, countRows)
    for (const [table, count] of before)
      if (!CHANGING_TABLES.includes(table)) expect([table, after.get(table)]).toEqual([table, count])
    const fresh = await createTestDatabase()
    try {
      const [upgradedLines, freshLines] = await Promise.all([
        onDatabase(url, readCatalogue),
        onDatabase(fresh.url, readCatalogue),
      ])
      expect(freshLines.length).toBeGreaterThan(1_000)
      expect(upgradedLines).toEqual(freshLines)
    } finally {
      await fresh.drop()
    }
    const server = await serveApp(url)
    try {
      const response = await server.app.inject({ method: 'POST', url: signInPath, payload: signIn })
      expect(response.json()).toMatchObject({ session: { token: expect.any(String) } })
    } finally {
      await server.close()
    }
  })

  // The oldest release has the longest way. `npm run prove -- releases` starts the server on all.
  if (version === releases[0]?.version || process.env.RELEASES === 'all')
    it('starts with this version, people sign in with their passwords, and its data folder is closed to other accounts', async () => {
      const url = await copyStored()
      // The fixture has no files, so this start is the first to use a store.
      await runSql(url, `delete from installation_facts where fact = 'file-store'`)
      const dataDir = await mkdtemp(join(tmpdir(), 'muster-release-'))
      await createOpenPhoto(dataDir)
      const server = await startServerProcess(dataDir, await freePort(), {
        DATABASE_URL: url,
        BACKUP_BEFORE_UPGRADE: '0',
      })
      try {
        const response = await fetch(`${server.origin}${signInPath}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(signIn),
        })
        expect(await response.json()).toMatchObject({ session: { token: expect.any(String) } })
        await vi.waitFor(async () => expect(await findPathsOpenToOthers(dataDir)).toEqual([]), {
          timeout: 10_000,
        })
        expect(await readMode(dataDir)).toBe('700')
      } finally {
        await server.stop()
        await rm(dataDir, { recursive: true, force: true })
      }
    })
})
