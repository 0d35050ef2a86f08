import type { S3Settings } from '../lib/s3-files.ts'
import { type Env, SettingError } from './env.ts'

export type S3Env = Pick<
  Env,
  'S3_BUCKET' | 'S3_ENDPOINT' | 'S3_REGION' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY' | 'S3_PATH_STYLE'
>

const storeSettings = ['S3_ENDPOINT', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

/** Returns the S3 settings for files; null if files stay on disk. Throws SettingError if a required variable is missing. */
export function readS3(env: S3Env): S3Settings | null {
  if (env.S3_BUCKET === undefined) {
    const other = storeSettings.find(name => env[name] !== undefined)
    // Otherwise files would silently stay on this machine's disk, although the operator configured a store.
    if (other)
      throw new SettingError(
        'S3_BUCKET',
        `The setting S3_BUCKET is missing: ${other} is of no use without it.`,
      )
    return null
  }
  return {
    bucket: env.S3_BUCKET,
    endpoint: requireSetting('S3_ENDPOINT', env.S3_ENDPOINT),
    region: requireSetting('S3_REGION', env.S3_REGION),
    accessKeyId: requireSetting('S3_ACCESS_KEY_ID', env.S3_ACCESS_KEY_ID),
    secretAccessKey: requireSetting('S3_SECRET_ACCESS_KEY', env.S3_SECRET_ACCESS_KEY),
    forcePathStyle: env.S3_PATH_STYLE,
  }
}

export type BackupS3Env = Pick<
  Env,
  | 'BACKUP_S3_BUCKET'
  | 'BACKUP_S3_ENDPOINT'
  | 'BACKUP_S3_REGION'
  | 'BACKUP_S3_ACCESS_KEY_ID'
  | 'BACKUP_S3_SECRET_ACCESS_KEY'
  | 'BACKUP_S3_PATH_STYLE'
>

/** Returns the S3 settings for backups; null if they go into a folder. Throws SettingError if a required variable is missing. */
export function readBackupS3(env: BackupS3Env): S3Settings | null {
  const bucketSetting = 'BACKUP_S3_BUCKET'
  if (env.BACKUP_S3_BUCKET === undefined) return null
  return {
    bucket: env.BACKUP_S3_BUCKET,
    endpoint: requireSetting('BACKUP_S3_ENDPOINT', env.BACKUP_S3_ENDPOINT, bucketSetting),
    region: requireSetting('BACKUP_S3_REGION', env.BACKUP_S3_REGION, bucketSetting),
    accessKeyId: requireSetting('BACKUP_S3_ACCESS_KEY_ID', env.BACKUP_S3_ACCESS_KEY_ID, bucketSetting),
    secretAccessKey: requireSetting(
      'BACKUP_S3_SECRET_ACCESS_KEY',
      env.BACKUP_S3_SECRET_ACCESS_KEY,
      bucketSetting,
    ),
    forcePathStyle: env.BACKUP_S3_PATH_STYLE,
  }
}

function requireSetting(variable: string, value: string | undefined, bucketSetting = 'S3_BUCKET'): string {
  if (value !== undefined) return value
  throw new SettingError(variable, `The setting ${variable} is missing: ${bucketSetting} needs it.`)
}
