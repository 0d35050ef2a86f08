import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { copyInitialisedFolder } from '@muster/server/src/db/embedded/testing/initialised-folder.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { findPathsOpenToOthers, readMode } from './open-paths.ts'
import { createOpenPhoto } from './open-photo.ts'

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

// A start closes its folder as well: see releases.pg.test.ts.
it('backup and restore close what they write to other accounts, even if it was open', async () => {
  const data = join(dir, 'data')
  await mkdir(data)
  await copyInitialisedFolder(data)
  await createOpenPhoto(data)
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
