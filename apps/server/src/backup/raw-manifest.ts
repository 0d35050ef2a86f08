import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LockedMigration } from '../db/releases.ts'

/** Describes a finished backup in a folder, in its file `manifest.json`. */
export type RawManifest = {
  readonly kind: 'dump' | 'cluster' | 'portable'
  readonly platform: string
  readonly takenAt: string
  /** The bucket that held the photos and downloads, which the backup does not contain; missing if there was none. */
  readonly bucket?: string | undefined
  /** Set in the backup that Muster makes by itself before an upgrade. It contains the database only. */
  readonly upgrade?: {
    /** The newest release whose migrations the database had. */
    readonly from: string
    readonly to: string
    /** The migrations that the database had. A program that knows all of them can open the backup. */
    readonly migrations: readonly LockedMigration[]
  }
}

const FILE = 'manifest.json'

export async function writeManifest(folder: string, manifest: RawManifest): Promise<void> {
  await writeFile(join(folder, FILE), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 })
}

/** Reads the manifest of a backup; undefined if the folder is not a finished backup. */
export async function readManifest(folder: string): Promise<RawManifest | undefined> {
  const text = await readFile(join(folder, FILE), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  try {
    return JSON.parse(text) as RawManifest
  } catch {
    return undefined
  }
}

export type UpgradeBackup = { readonly folder: string } & NonNullable<RawManifest['upgrade']>

/** Lists the backups made before upgrades in a folder of backups, newest first. */
export async function listUpgradeBackups(backupsFolder: string): Promise<UpgradeBackup[]> {
  const names = await readdir(backupsFolder).catch((): string[] => [])
  const backups = await Promise.all(
    names.map(async name => {
      const folder = join(backupsFolder, name)
      const manifest = await readManifest(folder)
      return manifest?.upgrade ? { folder, takenAt: manifest.takenAt, ...manifest.upgrade } : undefined
    }),
  )
  return backups
    .filter(backup => backup !== undefined)
    .sort((a, b) => (a.takenAt < b.takenAt ? 1 : a.takenAt > b.takenAt ? -1 : 0))
}

/** Finds the newest whole backup; undefined if none. Those made before upgrades hold the database only and do not count. */
export async function findNewestBackup(
  backupsFolder: string,
): Promise<{ readonly folder: string; readonly takenAt: Date } | undefined> {
  const names = await readdir(backupsFolder).catch((): string[] => [])
  const backups = await Promise.all(
    names.map(async name => {
      const folder = join(backupsFolder, name)
      const manifest = name.endsWith('.unfinished') ? undefined : await readManifest(folder)
      const takenAt = new Date(manifest?.takenAt ?? Number.NaN)
      return manifest?.upgrade || Number.isNaN(takenAt.getTime()) ? [] : [{ folder, takenAt }]
    }),
  )
  return backups.flat().sort((a, b) => b.takenAt.getTime() - a.takenAt.getTime())[0]
}
