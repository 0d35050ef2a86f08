import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Database, openDatabase } from '../db/database.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { SettingError } from './env.ts'
import { claimFileStore } from './file-store.ts'

let database: TestDatabase
let db: Database
let [here, there] = ['', '']
beforeEach(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url)
  here = await mkdtemp(join(tmpdir(), 'muster-here-'))
  there = await mkdtemp(join(tmpdir(), 'muster-there-'))
})
afterEach(async () => {
  await db.close()
  await database.drop()
  for (const folder of [here, there]) await rm(folder, { recursive: true })
})

const mark = (dataDir: string) => join(dataDir, 'files', '.muster-store')
const refused = async (dataDir: string) => {
  const error = await claimFileStore(db, dataDir).catch(it => it)
  expect(error).toBeInstanceOf(SettingError)
  return (error as SettingError).message
}

it('a second node on the same files starts, one on a new folder is refused in one line', async () => {
  await claimFileStore(db, here)
  await claimFileStore(db, here)
  const message = await refused(there)
  expect(message).toMatch(
    /^DATA_DIR: the files of this database are not in [^\n]+ a new store: share [^\n]+\.$/,
  )
  // Refused again, not taken for the right one by the trace of the first try.
  await refused(there)
})

it('nodes that start at the same moment agree on one folder', async () => {
  const claims = await Promise.allSettled([here, there, here].map(folder => claimFileStore(db, folder)))
  // Both of the one folder, or the one of the other.
  expect(claims[2]?.status).toBe(claims[0]?.status)
  expect(claims[1]?.status).not.toBe(claims[0]?.status)
  const winner = claims[1]?.status === 'fulfilled' ? there : here
  await claimFileStore(db, winner)
  await refused(winner === here ? there : here)
})

it('the files of another database are told apart from none', async () => {
  await claimFileStore(db, here)
  await mkdir(join(there, 'files'))
  await writeFile(mark(there), 'another\n')
  expect(await refused(there)).toContain('the store of another one')
})

it('a new database takes on the files that are there, and lost ones can be given up as the line says', async () => {
  await mkdir(join(here, 'files'))
  await writeFile(mark(here), 'brought back\n')
  await claimFileStore(db, here)
  const [, id, path] = /write (.+) into (.+)\.$/.exec(await refused(there)) ?? []
  expect([id, path]).toEqual(['brought back', mark(there)])
  await mkdir(join(there, 'files'))
  await writeFile(path ?? '', `${id}\n`)
  await claimFileStore(db, there)
  expect(await readFile(mark(there), 'utf8')).toBe('brought back\n')
})
