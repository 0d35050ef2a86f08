import 'fake-indexeddb/auto'
import { beforeEach, expect, test } from 'vitest'
import { type CachedRead, openCacheDb } from './cache-db.ts'
import { openDeviceStore } from './outbox-store.ts'
import { getDeviceReads, maxReads } from './reads/reads-store.ts'
import { consumeSharedFiles, deleteSharedFiles, storeSharedFiles } from './shared-files.ts'
import { wipeCache } from './wipe-cache.ts'

const createRow = (owner: string, hash: string, savedAt = 0): CachedRead => ({
  owner,
  hash,
  data: hash,
  at: 1,
  savedAt,
  build: '',
})

beforeEach(async () => {
  await wipeCache()
  const outbox = await openDeviceStore()
  for (const { id } of await outbox.all()) await outbox.remove(id)
})

test('a device stores the latest responses of one session, and none after it has ended', async () => {
  const manyRows = Array.from({ length: maxReads + 10 }, (_, n) => createRow('ana', `${n}`, n))
  await getDeviceReads()?.save(manyRows)
  expect(await (await openCacheDb()).count('reads')).toBe(maxReads)
  expect(await getDeviceReads()?.load('ana', '9')).toBeUndefined()
  expect(await getDeviceReads()?.load('ana', '10')).toMatchObject({ data: '10', at: 1 })
  expect(await getDeviceReads()?.load('bo', '10')).toBeUndefined()
  const db = await openCacheDb()
  await getDeviceReads()?.save([createRow('aaron', 'x', 999), createRow('bo', 'x', 999)])
  await db.put('session', { id: 'sending', token: 'ana', userId: 'a' })
  await wipeCache('bo')
  expect((await db.getAll('reads')).map(({ owner }) => owner)).toEqual(['bo'])
  expect(await db.count('session')).toBe(0)
  const outbox = await openDeviceStore()
  const entry = { kind: 'note', userId: 'ana', payload: 'x', at: '2026-11-25T08:00:00.000Z' }
  await outbox.put({ ...entry, id: 'sent', state: 'confirmed' })
  await outbox.put({ ...entry, id: 'unsent', state: 'waiting' })
  await wipeCache()
  expect(await db.count('reads')).toBe(0)
  expect((await outbox.all()).map(({ id }) => id)).toEqual(['unsent'])
})

test('shared content is returned once, even after a sign-in, and is deleted with the session', async () => {
  const manyFiles = Array.from({ length: 9 }, (_, n) => new File(['x'], `${n}.jpg`))
  await storeSharedFiles(manyFiles, 'Too many')
  await wipeCache()
  expect((await consumeSharedFiles())?.files).toHaveLength(5)
  await storeSharedFiles([], 'words')
  await deleteSharedFiles()
  expect(await consumeSharedFiles()).toBeUndefined()
  await storeSharedFiles([new File(['x'], 'a.jpg')], 'Look')
  expect(await consumeSharedFiles()).toMatchObject({ text: 'Look', files: [expect.anything()] })
  expect(await consumeSharedFiles()).toBeUndefined()
})
