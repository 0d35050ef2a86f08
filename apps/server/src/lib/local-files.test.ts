import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { fail } from '../rpc/fail.ts'
import { mapUnexpectedError } from '../rpc/unexpected.ts'
import { FilesUnavailableError } from './file-storage.ts'
import { createLocalFiles } from './local-files.ts'
import { describeFiles } from './testing/files-contract.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-files-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describeFiles('files in a folder', async () => createLocalFiles(join(folder, 'kept')))

it('nothing outside the folder is read or removed', async () => {
  const files = createLocalFiles(join(folder, 'inner'))
  await writeFile(join(folder, 'one.webp'), 'of somebody else')
  expect(await files.open('../one.webp')).toBeNull()
  await files.remove('../one.webp')
  expect(await readdir(folder)).toContain('one.webp')
})

// Only Linux has a device that is always full.
it.skipIf(!existsSync('/dev/full'))(
  'a full disk leaves no partial file, and counts as unavailable',
  async () => {
    const files = createLocalFiles(folder)
    await files.put('avatars/a/one.webp', Buffer.from('picture'))
    await symlink('/dev/full', join(folder, 'avatars/a/two.webp'))
    const pendingWrite = files.put('avatars/a/two.webp', Buffer.from('picture'))
    await expect(pendingWrite).rejects.toThrow(FilesUnavailableError)
    expect(await readdir(join(folder, 'avatars/a'))).toEqual(['one.webp'])
  },
)

it('an unwritable folder counts as unavailable, with the cause only in the log', async () => {
  await writeFile(join(folder, 'downloads'), 'in the way')
  const error = await createLocalFiles(folder)
    .put('downloads/a/one.zip', Buffer.from('x'))
    .catch(it => it)
  const warn = vi.fn()
  expect(mapUnexpectedError(error, { warn })).toMatchObject({ ...fail('SERVICE_UNAVAILABLE').toJSON() })
  expect(warn).toHaveBeenCalledOnce()
})
