import { chmod, mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { closeTree } from './close-tree.ts'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'muster-close-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

const readMode = async (path: string) => ((await stat(join(dir, path))).mode & 0o777).toString(8)
/** Creates files and their folders, readable by everybody. */
async function openTree(files: string[]) {
  for (const file of files) {
    const folder = join(dir, file, '..')
    await mkdir(folder, { recursive: true })
    await writeFile(join(dir, file), 'private')
    await chmod(join(dir, file), 0o644)
    for (let parent = folder; parent.startsWith(dir); parent = join(parent, '..')) await chmod(parent, 0o755)
  }
}

it('folders and files that everybody could read are closed at any depth', async () => {
  await openTree([
    'data/anchor-key',
    'data/files/exports/a.zip',
    'data/files/avatars/one/a.webp',
    'data/mail/a.eml',
  ])
  expect(await closeTree(join(dir, 'data'))).toBe(0)
  for (const folder of ['data', 'data/files', 'data/files/exports', 'data/files/avatars/one', 'data/mail'])
    expect(await readMode(folder), folder).toBe('700')
  for (const file of ['anchor-key', 'files/exports/a.zip', 'files/avatars/one/a.webp', 'mail/a.eml'])
    expect(await readMode(`data/${file}`), file).toBe('600')
})

it('folders the database needs stay passable, and everything next to them is closed', async () => {
  await openTree([
    'data/postgres/password',
    'data/postgres/cluster/PG_VERSION',
    'data/postgres/cluster/base/1',
  ])
  await openTree(['data/files/a.webp'])
  const dataDir = join(dir, 'data')
  await closeTree(dataDir, [dataDir, join(dataDir, 'postgres')])
  expect(await readMode('data')).toBe('711')
  expect(await readMode('data/postgres')).toBe('711')
  expect(await readMode('data/postgres/password')).toBe('600')
  expect(await readMode('data/files')).toBe('700')
  // PostgreSQL manages the permissions of its own folder.
  expect(await readMode('data/postgres/cluster')).toBe('700')
  expect(await readMode('data/postgres/cluster/base/1')).toBe('644')
})

it('links out of the folder are not followed, and a missing folder is accepted', async () => {
  await openTree(['elsewhere/file', 'data/file'])
  await symlink(join(dir, 'elsewhere'), join(dir, 'data/link'))
  await symlink(join(dir, 'nowhere'), join(dir, 'data/broken'))
  expect(await closeTree(join(dir, 'data'))).toBe(0)
  expect(await readMode('elsewhere')).toBe('755')
  expect(await readMode('elsewhere/file')).toBe('644')
  expect(await closeTree(join(dir, 'missing'))).toBe(0)
})
