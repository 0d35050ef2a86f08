import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BackupMaker } from '../../backup/backup-maker.ts'
import { type BackupPlace, createBackupPlace } from '../../backup/backup-place.ts'
import { createClusterMaker, createDumpMaker } from '../../backup/raw-backup.ts'
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
  if (env.BACKUP_KEY && env.BACKUP_KEY_FILE)
    throw new SettingError('BACKUP_KEY_FILE', 'Set either BACKUP_KEY or BACKUP_KEY_FILE, not both.')
  const source = { dataDir: env.DATA_DIR, bucket: env.S3_BUCKET }
  return {
    place: createBackupPlace(env),
    maker: env.DATABASE_URL
      ? createDumpMaker({ ...source, databaseUrl: env.DATABASE_URL })
      : createClusterMaker(source),
    workFolder: join(env.DATA_DIR, 'backups', '.work'),
    readKey: () => readKey(env),
  }
}

async function readKey(env: Pick<Env, 'BACKUP_KEY' | 'BACKUP_KEY_FILE'>): Promise<BackupKey | undefined> {
  const { BACKUP_KEY: text, BACKUP_KEY_FILE: path } = env
  const setting = text ? 'BACKUP_KEY' : 'BACKUP_KEY_FILE'
  const toSettingError = (error: Error) => {
    throw new SettingError(setting, `${setting}: ${error.message}`)
  }
  const key = text ?? (path && toKeyLine(await readFile(path, 'utf8').catch(toSettingError)))
  if (key === undefined) return undefined
  return toBackupKey(key).catch(toSettingError)
}

/** Returns the key in a file as `age-keygen` writes it, with comments; an empty text, which is no key, if there is none. */
const toKeyLine = (content: string) =>
  content
    .split(/\s*\n\s*/)
    .find(line => line.startsWith('AGE-SECRET-KEY-') || line.startsWith('age1'))
    ?.trim() ?? ''
