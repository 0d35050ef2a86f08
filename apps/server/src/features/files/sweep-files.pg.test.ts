import { randomUUID } from 'node:crypto'
import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { storedFolders } from '../../app/file-readers.ts'
import type { TestUser } from '../../testing/factories.ts'
import { testServices } from '../../testing/test-services.ts'
import { sweepFiles } from './sweep-files.ts'

const muster = testServices()
let ann: TestUser
beforeEach(async () => {
  await muster.db.pool.query('delete from stored_files')
  for (const path of await listStored()) await muster.services.files.remove(path)
  ann = await muster.make.user()
})

const HOUR_MS = 3_600_000
const content = Buffer.from('content')

/** Stores a file written `hours` hours ago. */
async function storeFile(path: string, hours = 25): Promise<void> {
  await muster.services.files.put(path, content)
  const at = new Date(Date.now() - hours * HOUR_MS)
  await utimes(join(muster.dataDir, 'files', path), at, at)
}

/** Inserts a file row with an age in hours; returns its id. */
async function insertRow(path: string, { hours = 25, thumbnail = false } = {}): Promise<string> {
  const { rows } = await muster.db.pool.query(
    `insert into stored_files (request_id, path, name, media_type, size_bytes, has_thumbnail, uploaded_by, created_at)
    values ($1, $2, 'photo.jpg', 'image/webp', 7, $3, $4, now() - $5 * interval '1 hour') returning id`,
    [randomUUID(), path, thumbnail, ann.id, hours],
  )
  return rows[0].id
}

async function listStored(): Promise<string[]> {
  const paths: string[] = []
  for (const folder of ['hazard-attachments', 'broadcast-attachments', 'avatars'])
    for await (const { path } of muster.services.files.list(folder)) paths.push(path)
  return paths.sort()
}
const sweep = (signal?: AbortSignal) => sweepFiles(muster.db, muster.services.files, storedFolders, signal)
const emptyResult = { removed: 0, missing: 0, missingIds: [] }

it('an empty store needs no sweep', async () => {
  expect(await sweep()).toEqual(emptyResult)
})

it('a sweep removes only unreferenced files older than a day', async () => {
  await storeFile('hazard-attachments/a/1-a.webp')
  await storeFile('hazard-attachments/a/1-a.thumb.webp')
  await insertRow('hazard-attachments/a/1-a.webp', { thumbnail: true })
  await storeFile('broadcast-attachments/1-b.pdf')
  await insertRow('broadcast-attachments/1-b.pdf')
  await storeFile('hazard-attachments/a/2-new.webp', 23)
  await storeFile('avatars/a/profile-1.webp')
  const storedPaths = await listStored()
  await storeFile('hazard-attachments/a/3-lost.webp')
  await storeFile('hazard-attachments/a/3-lost.thumb.webp')
  await storeFile('broadcast-attachments/2-lost.mp4')
  // The row of this thumbnail's file has no thumbnail.
  await storeFile('broadcast-attachments/1-b.thumb.webp')
  expect(await sweep()).toEqual({ ...emptyResult, removed: 4 })
  expect(await listStored()).toEqual(storedPaths)
  expect(await sweep()).toEqual(emptyResult)
})

it('a sweep reports rows whose files are missing, wholly or in part, and keeps them', async () => {
  const completeFileId = await insertRow('hazard-attachments/b/1-a.webp', { thumbnail: true })
  await storeFile('hazard-attachments/b/2-a.webp')
  const partialFileId = await insertRow('hazard-attachments/b/2-a.webp', { thumbnail: true })
  await insertRow('hazard-attachments/b/3-new.webp', { hours: 1 })
  const { missingIds, ...counts } = await sweep()
  expect([counts, missingIds.toSorted()]).toEqual([
    { removed: 0, missing: 2 },
    [completeFileId, partialFileId].toSorted(),
  ])
  const { rows } = await muster.db.pool.query('select count(*) from stored_files')
  expect(rows[0].count).toBe(3)
  expect(await listStored()).toEqual(['hazard-attachments/b/2-a.webp'])
})

it('a sweep lists the first twenty of many missing files, beyond one batch of rows', async () => {
  await muster.db.pool.query(
    `insert into stored_files (request_id, path, name, media_type, size_bytes, uploaded_by, created_at)
    select gen_random_uuid(), 'hazard-attachments/c/' || n || '.pdf', 'plan.pdf', 'application/pdf', 7, $1, now() - interval '2 days'
    from generate_series(1, 2500) n`,
    [ann.id],
  )
  await storeFile('hazard-attachments/c/2500.pdf')
  const { removed, missing, missingIds } = await sweep()
  expect([removed, missing, new Set(missingIds).size]).toEqual([0, 2_499, 20])
  expect(await listStored()).toHaveLength(1)
})

it('an aborted sweep removes nothing', async () => {
  await storeFile('hazard-attachments/d/1-lost.webp')
  await expect(sweep(AbortSignal.abort(new Error('The server is stopping.')))).rejects.toThrow('stopping')
  expect(await listStored()).toHaveLength(1)
})
