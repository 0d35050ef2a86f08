import { execFile } from 'node:child_process'
import { chmod, lstat, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { freePort, startServerProcess } from './server-process.ts'

const backupScript = fileURLToPath(new URL('../../scripts/backup.ts', import.meta.url))
const restoreScript = fileURLToPath(new URL('../../scripts/restore.ts', import.meta.url))
/** When running as root, the database's account must be able to traverse the folders above its cluster. */
const dataFolderMode = process.getuid?.() === 0 ? '711' : '700'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'muster-closed-'))
  await chmod(dir, 0o755)
})
afterEach(() => rm(dir, { recursive: true, force: true }))

/** Lists everything below a folder that other accounts can access, except PostgreSQL clusters and their sockets. */
async function findPathsOpenToOthers(folder: string): Promise<string[]> {
  const names = await readdir(folder)
  if (names.includes('PG_VERSION') || names.some(name => name.startsWith('.s.PGSQL'))) return []
  const pathsWithModes = await Promise.all(
    names.map(async name => {
      const path = join(folder, name)
      const entry = await lstat(path)
      const nestedPaths = entry.isDirectory() ? await findPathsOpenToOthers(path) : []
      return entry.mode & 0o077
        ? [`${path} ${(entry.mode & 0o777).toString(8)}`, ...nestedPaths]
        : nestedPaths
    }),
  )
  return pathsWithModes.flat()
}
const readMode = async (path: string) => ((await lstat(path)).mode & 0o777).toString(8)

it('starting closes the data folder to other accounts, even one left open earlier, and so do backup and restore', async () => {
  const data = join(dir, 'data')
  const port = await freePort()
  const createOpenPhoto = async () => {
    await mkdir(join(data, 'files', 'avatars', 'somebody'), { recursive: true })
    const photo = join(data, 'files', 'avatars', 'somebody', 'profile-1.webp')
    await writeFile(photo, 'a photo')
    for (const path of ['.', 'files', 'files/avatars', 'files/avatars/somebody'])
      await chmod(join(data, path), 0o755)
    await chmod(photo, 0o644)
  }
  const startServer = () => startServerProcess(data, port, { DEMO: '0' })
  const allowedPaths = dataFolderMode === '711' ? [`${join(data, 'postgres')} 711`] : []

  // Create the folder with a first start, open its permissions, then start again.
  await (await startServer()).stop()
  expect(await findPathsOpenToOthers(data)).toEqual(allowedPaths)
  await createOpenPhoto()
  const server = await startServer()
  try {
    await vi.waitFor(async () => expect(await findPathsOpenToOthers(data)).toEqual(allowedPaths), {
      timeout: 10_000,
    })
    expect(await readMode(data)).toBe(dataFolderMode)
  } finally {
    await server.stop()
  }

  await createOpenPhoto()
  const runScript = (script: string, dataDir: string, folder: string) =>
    promisify(execFile)(process.execPath, [script, folder], {
      env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
    })
  const backupDir = join(dir, 'copy')
  await runScript(backupScript, data, backupDir)
  expect(await readMode(backupDir)).toBe('700')
  expect(await findPathsOpenToOthers(backupDir)).toEqual([])
  await chmod(join(backupDir, 'files', 'files', 'avatars', 'somebody', 'profile-1.webp'), 0o644)

  const restoredDir = join(dir, 'again')
  await runScript(restoreScript, restoredDir, backupDir)
  expect(await readMode(restoredDir)).toBe(dataFolderMode)
  expect(await findPathsOpenToOthers(restoredDir)).toEqual(
    dataFolderMode === '711' ? [`${join(restoredDir, 'postgres')} 711`] : [],
  )
}, 180_000)
