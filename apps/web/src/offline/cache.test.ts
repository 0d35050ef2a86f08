import 'fake-indexeddb/auto'
import { beforeEach, expect, test } from 'vitest'
import { type CachedRead, openCacheDb } from './cache-db.ts'
import { deviceStore } from './outbox-store.ts'
import { deviceReads, readsMost } from './reads/reads-store.ts'
import { forgetShared, putShared, takeShared } from './shared-files.ts'
import { wipeCache } from './wipe-cache.ts'

const row = (owner: string, hash: string, savedAt = 0): CachedRead => ({
  owner,
  hash,
  data: hash,
  at: 1,
  savedAt,
  build: '',
})

beforeEach(async () => {
  await wipeCache()
  const outbox = await deviceStore()
  for (const { id } of await outbox.all()) await outbox.remove(id)
})

test('a device stores the latest responses of one session, and none after it has ended', async () => {
  const many = Array.from({ length: readsMost + 10 }, (_, n) => row('ana', `${n}`, n))
  await deviceReads()?.save(many)
  expect(await (await openCacheDb()).count('reads')).toBe(readsMost)
  expect(await deviceReads()?.load('ana', '9')).toBeUndefined()
  expect(await deviceReads()?.load('ana', '10')).toMatchObject({ data: '10', at: 1 })
  expect(await deviceReads()?.load('bo', '10')).toBeUndefined()
  const db = await openCacheDb()
  await deviceReads()?.save([row('aaron', 'x', 999), row('bo', 'x', 999)])
  await db.put('session', { id: 'sending', token: 'ana', userId: 'a' })
  await wipeCache('bo')
  expect((await db.getAll('reads')).map(({ owner }) => owner)).toEqual(['bo'])
  expect(await db.count('session')).toBe(0)
  const outbox = await deviceStore()
  const entry = { kind: 'note', userId: 'ana', payload: 'x', at: '2026-11-25T08:00:00.000Z' }
  await outbox.put({ ...entry, id: 'sent', state: 'confirmed' })
  await outbox.put({ ...entry, id: 'unsent', state: 'waiting' })
  await wipeCache()
  expect(await db.count('reads')).toBe(0)
  expect((await outbox.all()).map(({ id }) => id)).toEqual(['unsent'])
})

test('shared content is returned once, even after a sign-in, and is deleted with the session', async () => {
  const many = Array.from({ length: 9 }, (_, n) => new File(['x'], `${n}.jpg`))
  await putShared(many, 'Too many')
  await wipeCache()
  expect((await takeShared())?.files).toHaveLength(5)
  await putShared([], 'words')
  await forgetShared()
  expect(await takeShared()).toBeUndefined()
  await putShared([new File(['x'], 'a.jpg')], 'Look')
  expect(await takeShared()).toMatchObject({ text: 'Look', files: [expect.anything()] })
  expect(await takeShared()).toBeUndefined()
})
