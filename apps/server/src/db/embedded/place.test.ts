import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { chooseAccount } from './account.ts'
import { closeDataFolder } from './place.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'muster-place-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const readMode = async (path: string) => ((await stat(join(dataDir, path))).mode & 0o777).toString(8)

// A start as root with DATABASE_URL also makes the folder private, and the next start without DATABASE_URL must still be able to
// use the cluster.
test('a data folder is closed except for the path to the cluster that another account needs', async () => {
  const expectedMode = chooseAccount() ? '711' : '700'
  await mkdir(join(dataDir, 'postgres', 'cluster'), { recursive: true })
  await writeFile(join(dataDir, 'postgres', 'cluster', 'PG_VERSION'), '17')
  await mkdir(join(dataDir, 'files'))
  expect(await closeDataFolder(dataDir)).toBe(0)
  expect([await readMode('.'), await readMode('postgres'), await readMode('files')]).toEqual([
    expectedMode,
    expectedMode,
    '700',
  ])
})

test('a data folder whose note names a missing folder is closed too', async () => {
  await writeFile(join(dataDir, 'postgres-location.json'), JSON.stringify({ home: join(dataDir, 'gone') }), {
    mode: 0o644,
  })
  expect(await closeDataFolder(dataDir)).toBe(0)
  expect([await readMode('.'), await readMode('postgres-location.json')]).toEqual(['700', '600'])
})
