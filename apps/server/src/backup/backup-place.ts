import { stat, statfs } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import type { FileStorage } from '../lib/file-storage.ts'
import { createLocalFiles } from '../lib/local-files.ts'
import { makeFolders } from '../lib/make-folders.ts'
import { createS3Files } from '../lib/s3-files.ts'
import { type Env, SettingError } from '../platform/env.ts'
import { type BackupS3Env, readBackupS3 } from '../platform/s3-environment.ts'

/** The folder or bucket of the backups. */
export type BackupPlace = {
  readonly files: FileStorage
  /** The name of the folder or bucket, for people. */
  readonly text: string
  readonly folder: string | undefined
}

type PlaceEnv = BackupS3Env & Pick<Env, 'DATA_DIR' | 'BACKUP_DIR' | 'S3_BUCKET' | 'S3_ENDPOINT'>

/** Creates the place selected by the settings, without connecting to it. Throws SettingError for settings that do not fit. */
export function createBackupPlace(env: PlaceEnv): BackupPlace {
  const s3 = readBackupS3(env)
  if (s3 && env.BACKUP_DIR)
    throw new SettingError('BACKUP_DIR', 'Set either BACKUP_DIR or BACKUP_S3_BUCKET, not both.')
  if (s3 && s3.bucket === env.S3_BUCKET && s3.endpoint === env.S3_ENDPOINT)
    throw new SettingError(
      'BACKUP_S3_BUCKET',
      'BACKUP_S3_BUCKET is the bucket of the files themselves: name another one, which survives its loss.',
    )
  if (s3)
    return {
      files: createS3Files(s3),
      text: `the bucket ${s3.bucket} at ${s3.endpoint}`,
      folder: undefined,
    }
  const folder = env.BACKUP_DIR ?? join(env.DATA_DIR, 'backups')
  if (isCopiedFolder(env.DATA_DIR, folder))
    throw new SettingError(
      'BACKUP_DIR',
      `The setting BACKUP_DIR (${folder}) is inside the data folder, which is backed up: name a folder elsewhere, best on another disk.`,
    )
  return { files: createLocalFiles(folder), text: folder, folder }
}

/** True for a folder inside the data folder, except in its `backups`, which a backup leaves out. */
function isCopiedFolder(dataDir: string, folder: string): boolean {
  const [first] = relative(resolve(dataDir), resolve(folder)).split(sep)
  return first !== '..' && first !== 'backups'
}

/** Creates the place's folder, if it is one. */
export async function preparePlace({ folder }: BackupPlace): Promise<void> {
  if (folder) await makeFolders(folder)
}

/** True if the backups are on the same disk as the data, so that they would be lost together. */
export async function isOnSameDisk({ folder }: BackupPlace, dataDir: string): Promise<boolean> {
  if (!folder) return false
  const [place, data] = await Promise.all([stat(folder).catch(() => null), stat(dataDir).catch(() => null)])
  return place ? place.dev === data?.dev : relative(dataDir, folder).split(sep)[0] !== '..'
}

export async function readFreeBytes(folder: string): Promise<number | undefined> {
  const disk = await statfs(folder).catch(() => undefined)
  return disk && disk.bavail * disk.bsize
}
