import { join } from 'node:path'
import type { BackupMaker } from '../../backup/backup-maker.ts'
import { type BackupPlace, createBackupPlace } from '../../backup/backup-place.ts'
import { createPortableMaker } from '../../backup/portable-maker.ts'
import { createClusterMaker } from '../../backup/raw-backup.ts'
import { type BackupKey, toBackupKey } from '../../backup/seal.ts'
import { type Env, SettingError } from '../../platform/env.ts'

export type BackupSettings = {
  readonly place: BackupPlace
  readonly maker: BackupMaker
  /** Local folder for what is unpacked while a backup is made or checked. */
  readonly workFolder: string
  /** Reads the key; undefined if backups are not encrypted. Throws SettingError if it is unusable. */
  readKey(): Promise<BackupKey | undefined>
}

/** Combines the settings of backups. Throws SettingError for settings that do not fit together. */
export function createBackupSettings(env: Env): BackupSettings {
  const source = { dataDir: env.DATA_DIR, bucket: env.S3_BUCKET }
  return {
    place: createBackupPlace(env),
    maker: env.DATABASE_URL
      ? createPortableMaker({ ...source, databaseUrl: env.DATABASE_URL })
      : createClusterMaker(source),
    workFolder: join(env.DATA_DIR, 'backups', '.work'),
    readKey: () => readKey(env),
  }
}

async function readKey({ BACKUP_KEY }: Pick<Env, 'BACKUP_KEY'>): Promise<BackupKey | undefined> {
  if (BACKUP_KEY === undefined) return undefined
  return toBackupKey(BACKUP_KEY).catch(error => {
    throw new SettingError('BACKUP_KEY', `BACKUP_KEY: ${error.message}`)
  })
}
