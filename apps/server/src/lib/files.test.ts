import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fail } from '../rpc/fail.ts'
import { expectUnexpected } from '../rpc/unexpected.ts'
import { createLocalFiles, FilesUnavailableError } from './files.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-files-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

it('what is put is read again, and gone when it is removed', async () => {
  const files = createLocalFiles(folder)
  await files.put('avatars/a/one.webp', Buffer.from('picture'))
  expect((await files.open('avatars/a/one.webp'))?.size).toBe(7)
  await files.remove('avatars/a/one.webp')
  expect(await files.open('avatars/a/one.webp')).toBeNull()
})

it.each([
  'avatars/a/../b/one.webp',
  'avatars/a/.../b/one.webp',
  '../one.webp',
  'avatars/a/é.webp',
  'avatars/a\\..\\one.webp',
  '',
  '/',
])('a path that leads out of the folder, or nowhere, holds no file: "%s"', async path => {
  const files = createLocalFiles(join(folder, 'kept'))
  await writeFile(join(folder, 'one.webp'), 'of somebody else')
  expect(await files.open(path)).toBeNull()
  await files.remove(path)
  expect(await readdir(folder)).toContain('one.webp')
})

it('what comes bit by bit is kept whole or not at all', async () => {
  const files = createLocalFiles(folder)
  expect(await files.putStream('downloads/a/one.zip', () => Readable.from(['one ', 'two']))).toBe(7)
  const broken = () => Readable.from(['one ']).destroy(new Error('the database is away'))
  const put = files.putStream('downloads/a/two.zip', broken)
  await expect(put).rejects.toMatchObject({ cause: { message: 'the database is away' } })
  expect(await readdir(join(folder, 'downloads/a'))).toEqual(['one.zip'])
})

// The device that is always full is one of Linux.
it.skipIf(!existsSync('/dev/full'))(
  'on a disk that is full nothing is left behind, and it is said to be away',
  async () => {
    const files = createLocalFiles(folder)
    await files.put('avatars/a/one.webp', Buffer.from('picture'))
    await symlink('/dev/full', join(folder, 'avatars/a/two.webp'))
    const put = files.put('avatars/a/two.webp', Buffer.from('picture'))
    await expect(put).rejects.toThrow(FilesUnavailableError)
    expect(await readdir(join(folder, 'avatars/a'))).toEqual(['one.webp'])
  },
)

it('a folder that cannot be written is told as unavailable, with the cause in the log alone', async () => {
  await writeFile(join(folder, 'avatars'), 'in the way')
  const error = await createLocalFiles(folder)
    .put('avatars/a/one.webp', Buffer.from('x'))
    .catch(it => it)
  const warn = vi.fn()
  expect(expectUnexpected(error, { warn })).toMatchObject({ ...fail('SERVICE_UNAVAILABLE').toJSON() })
  expect(warn).toHaveBeenCalledOnce()
})
