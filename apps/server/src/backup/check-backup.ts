import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { extract } from 'tar'
import { makeFolders } from '../lib/make-folders.ts'
import { BackupError } from './backup-error.ts'
import { type BackupForm, type OpenBackup, TABLES_FILE } from './backup-maker.ts'
import { type BackupManifest, listSets, readManifest } from './backup-manifest.ts'
import type { BackupPlace } from './backup-place.ts'
import { readFiles } from './file-copies.ts'
import { openPortable } from './portable-maker.ts'
import { openCluster, withClient } from './raw-backup.ts'
import type { BackupKey } from './seal.ts'
import { readPart } from './store-part.ts'
import { findDifference, readTableFigures, type TableFigure } from './table-figures.ts'

/** The makers by form, which restore a backup into an empty place. */
const openers: Record<BackupForm, OpenBackup> = { cluster: openCluster, portable: openPortable }

export type CheckDeps = {
  readonly place: BackupPlace
  readonly key: BackupKey | undefined
  readonly workFolder: string
}
export type CheckResult = {
  readonly name: string
  readonly tables: number
  readonly rows: number
  readonly files: number
}

/** Finds a backup by its name, or the newest; throws BackupError if there is none. */
export async function findBackup(place: BackupPlace, name?: string): Promise<BackupManifest> {
  const manifest = name
    ? await readManifest(place, name)
    : (await listSets(place)).flatMap(it => it.manifest ?? []).at(-1)
  if (manifest) return manifest
  throw new BackupError(
    name ? `There is no finished backup ${name} in ${place.text}.` : `There is no backup in ${place.text}.`,
  )
}

/** Unpacks the database and the data folder's own files of a backup into a folder, as `npm run restore` reads it. */
export async function unpackBackup(
  { place, key }: Omit<CheckDeps, 'workFolder'>,
  manifest: BackupManifest,
  folder: string,
): Promise<void> {
  if (key && manifest.recipient === null)
    throw new BackupError(
      `The backup ${manifest.name} is not encrypted although BACKUP_KEY is set: somebody else may have put it there. Unset BACKUP_KEY to open it.`,
    )
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await readPart(place, manifest, manifest.database, key, async content => {
    // Links and paths that lead elsewhere are refused by the library (`preservePaths` is off).
    await pipeline(content, extract({ cwd: folder, strict: true }))
  })
}

/** Restores into an empty place and compares all tables and files. Throws BackupError with the first difference. */
export async function checkBackup(deps: CheckDeps, name?: string): Promise<CheckResult> {
  const { place, key, workFolder } = deps
  const manifest = await findBackup(place, name)
  const open = openers[manifest.form]
  await makeFolders(workFolder)
  const folder = join(workFolder, `check-${process.pid}-${Date.now()}`)
  try {
    await unpackBackup(deps, manifest, folder)
    // Opening a portable backup already compares it with the figures inside.
    const expected =
      manifest.form === 'portable'
        ? undefined
        : (JSON.parse(await readFile(join(folder, TABLES_FILE), 'utf8')) as TableFigure[])
    const restored = await open(folder, `${folder}.data`)
    let actual: readonly TableFigure[]
    try {
      actual = await withClient(restored.url, readTableFigures)
    } finally {
      await restored.close()
    }
    const difference = expected && findDifference(expected, actual)
    if (difference)
      throw new BackupError(`The backup ${manifest.name} does not restore as it was: ${difference}.`)
    const { count } = await readFiles(place, manifest, key, (_, content) =>
      pipeline(content, new Writable({ write: (_chunk, _encoding, done) => done() })),
    )
    return {
      name: manifest.name,
      tables: actual.length,
      rows: actual.reduce((sum, it) => sum + it.rows, 0),
      files: count,
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
    await rm(`${folder}.data`, { recursive: true, force: true })
  }
}
