import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeFolders } from './make-folders.ts'

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'muster-folders-'))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

it('missing folders are created with their mode, also repeatedly and concurrently', async () => {
  const path = join(dir, 'one', 'two', 'three')
  await Promise.all([makeFolders(path, 0o700), makeFolders(path, 0o700)])
  await makeFolders(path, 0o700)
  for (const folder of [path, join(dir, 'one')]) expect((await stat(folder)).mode & 0o777).toBe(0o700)
})

it('a path with a file is refused', async () => {
  await writeFile(join(dir, 'file'), '')
  await expect(makeFolders(join(dir, 'file'))).rejects.toThrow('EEXIST')
  await expect(makeFolders(join(dir, 'file', 'below'))).rejects.toThrow('EEXIST')
})

it.runIf(process.platform === 'linux')(
  'a path where the system accepts no folder fails instead of looping',
  async () => {
    await expect(makeFolders('/proc/muster/data')).rejects.toThrow('ENOENT')
  },
)
