import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Database, openDatabase } from '../db/database.ts'
import { createS3Files } from '../lib/s3-files.ts'
import { startS3StandIn } from '../lib/testing/s3-stand-in.ts'
import { readEnv, SettingError } from '../platform/env.ts'
import { createFileStore } from '../platform/file-store.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { claimFileStore } from './claim-file-store.ts'

let database: TestDatabase
let db: Database
let [firstFolder, secondFolder] = ['', '']
beforeEach(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url)
  firstFolder = await mkdtemp(join(tmpdir(), 'muster-here-'))
  secondFolder = await mkdtemp(join(tmpdir(), 'muster-there-'))
})
afterEach(async () => {
  await db.close()
  await database.drop()
  for (const folder of [firstFolder, secondFolder]) await rm(folder, { recursive: true })
})

const claim = (dataDir: string) => claimFileStore(db, createFileStore(readEnv({ DATA_DIR: dataDir })))
const toMarkPath = (dataDir: string) => join(dataDir, 'files', '.muster-store')
const readMessage = async (claimResult: Promise<void>) => {
  const error = await claimResult.catch(it => it)
  expect(error).toBeInstanceOf(SettingError)
  return (error as SettingError).message
}
const readClaimError = (dataDir: string) => readMessage(claim(dataDir))

it('a second node with the same files starts; one with a new folder is refused in one line', async () => {
  await claim(firstFolder)
  await claim(firstFolder)
  const message = await readClaimError(secondFolder)
  expect(message).toMatch(
    /^DATA_DIR: the files of this database are not in [^\n]+ a new store: share [^\n]+\.$/,
  )
  // Still refused: what the first attempt left behind does not make it look like the correct folder.
  await readClaimError(secondFolder)
})

it('nodes that start at the same time agree on one folder', async () => {
  const claimResults = await Promise.allSettled([firstFolder, secondFolder, firstFolder].map(claim))
  // Either both claims of the first folder succeed, or the single claim of the second does.
  expect(claimResults[2]?.status).toBe(claimResults[0]?.status)
  expect(claimResults[1]?.status).not.toBe(claimResults[0]?.status)
  const winner = claimResults[1]?.status === 'fulfilled' ? secondFolder : firstFolder
  await claim(winner)
  await readClaimError(winner === firstFolder ? secondFolder : firstFolder)
})

it('the files of another database are distinguished from missing ones', async () => {
  await claim(firstFolder)
  await mkdir(join(secondFolder, 'files'))
  await writeFile(toMarkPath(secondFolder), 'another\n')
  expect(await readClaimError(secondFolder)).toContain('the store of another one')
})

it('a new database adopts existing files, and lost ones can be given up as the message says', async () => {
  await mkdir(join(firstFolder, 'files'))
  await writeFile(toMarkPath(firstFolder), 'brought back\n')
  await claim(firstFolder)
  const [, id, path] = /write (.+) into (.+)\.$/.exec(await readClaimError(secondFolder)) ?? []
  expect([id, path]).toEqual(['brought back', toMarkPath(secondFolder)])
  await mkdir(join(secondFolder, 'files'))
  await writeFile(path ?? '', `${id}\n`)
  await claim(secondFolder)
  expect(await readFile(toMarkPath(secondFolder), 'utf8')).toBe('brought back\n')
})

it('a bucket is claimed like a folder', async () => {
  const { settings, stop } = await startS3StandIn('here', 'there')
  const createStore = (bucket: string) =>
    createFileStore(
      readEnv({
        S3_BUCKET: bucket,
        S3_ENDPOINT: settings.endpoint,
        S3_REGION: settings.region,
        S3_ACCESS_KEY_ID: settings.accessKeyId,
        S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
      }),
    )
  const claimBucket = (bucket: string) => claimFileStore(db, createStore(bucket))
  await claimBucket('here')
  await claimBucket('here')
  const [, id, object] =
    /^S3_BUCKET: the files of this database are not in the bucket there .+ write (.+) into its object (.+)\.$/.exec(
      await readMessage(claimBucket('there')),
    ) ?? []
  // A node without the bucket settings would store its photos where no other node finds them.
  expect(await readClaimError(firstFolder)).toContain('DATA_DIR: the files of this database are not in')
  await createS3Files({ ...settings, bucket: 'there' }).put(object ?? '', Buffer.from(`${id}\n`))
  await claimBucket('there')
  await stop()
  expect(await readMessage(claimBucket('there'))).toMatch(
    /^S3_BUCKET: the bucket there at [^\n]+ cannot be used \(ECONNREFUSED[^\n]*\)\.$/,
  )
})
