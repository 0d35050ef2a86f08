import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { BackupPhase } from '@muster/domain/backup.ts'
import { create as createTar } from 'tar'
import type { FileStorage } from '../lib/file-storage.ts'
import { makeFolders } from '../lib/make-folders.ts'
import { BackupError } from './backup-error.ts'
import type { BackupMaker } from './backup-maker.ts'
import { type BackupManifest, createBackupName, listSets, writeManifest } from './backup-manifest.ts'
import { type BackupPlace, preparePlace, readFreeBytes } from './backup-place.ts'
import { copyFiles } from './file-copies.ts'
import type { BackupKey } from './seal.ts'
import { storeFilePart, storePart } from './store-part.ts'

export type BackupDeps = {
  readonly place: BackupPlace
  readonly maker: BackupMaker
  readonly key: BackupKey | undefined
  readonly source: { readonly files: FileStorage; readonly folders: readonly string[] }
  /** Local folder for the unpacked database while a backup is made or checked. */
  readonly workFolder: string
  readonly version: string
}

type RunOptions = {
  readonly at: Date
  readonly signal: AbortSignal
  readonly onProgress?: (phase: BackupPhase, storedBytes: number) => void
}

/** Space (bytes) that must remain free beside the estimate. */
const SPARE_BYTES = 64 * 1024 * 1024

/** Bytes that a tar needs beside the content of an entry: headers, a long name and padding. */
const TAR_ENTRY_BYTES = 4 * 1024
/** How much compression and encryption enlarge content that cannot be compressed, at most. */
const INCOMPRESSIBLE_FACTOR = 1.01

/**
 * Database before files, because a file without a row is harmless; manifest last: a set without one is removed by the next run.
 * Throws BackupError for problems an operator can fix.
 */
export async function makeBackup(
  deps: BackupDeps,
  { at, signal, onProgress }: RunOptions,
): Promise<BackupManifest> {
  const { place, maker, key, source } = deps
  const name = createBackupName(at)
  await preparePlace(place)
  await makeFolders(deps.workFolder)
  await requireSpace(deps)
  const previous = (await listSets(place)).flatMap(({ manifest }) => manifest ?? []).at(-1)
  const folder = join(deps.workFolder, name)
  let storedBytes = 0
  let phase: BackupPhase = 'database'
  const enter = (next: BackupPhase) => {
    phase = next
    onProgress?.(phase, storedBytes)
  }
  const options = {
    key,
    signal,
    onBytes(count: number) {
      storedBytes += count
      onProgress?.(phase, storedBytes)
    },
  }
  try {
    enter('database')
    const contents = join(folder, 'contents')
    await mkdir(contents, { recursive: true, mode: 0o700 })
    await maker.make(contents, signal)
    signal.throwIfAborted()
    enter('packing')
    const openTar = () => Readable.from(createTar({ cwd: contents }, ['.']), { objectMode: false })
    const expectedBytes = await measureFolder(contents)
    const database = await storePart(place, name, 'database.tar', openTar, { ...options, expectedBytes })
    await rm(contents, { recursive: true, force: true })
    enter('files')
    const {
      count,
      bytes,
      storedBytes: objectBytes,
      listPath,
      objectsPath,
    } = await copyFiles(source, place, {
      ...options,
      previous,
      folder,
    })
    const list = await storeFilePart(place, name, 'files.jsonl', listPath, options)
    const objects = await storeFilePart(place, name, 'objects.tsv', objectsPath, {
      ...options,
      key: undefined,
    })
    const manifest: BackupManifest = {
      format: 'muster-backup-1',
      name,
      takenAt: at,
      finishedAt: new Date(),
      muster: deps.version,
      form: maker.form,
      recipient: key?.recipient ?? null,
      database,
      files: { count, bytes, list, objects },
      storedBytes: database.bytes + list.bytes + objects.bytes + objectBytes,
    }
    signal.throwIfAborted()
    await writeManifest(place, manifest)
    return manifest
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Throws BackupError if the disk of the work folder or of the backups lacks space for the database. */
async function requireSpace({ workFolder, place, maker }: BackupDeps): Promise<void> {
  const estimate = await maker.estimateBytes()
  for (const [folder, factor] of [
    // The copy and, on the same disk, the packed copy.
    [workFolder, place.folder ? 2 : 1],
    ...(place.folder ? [[place.folder, 1] as const] : []),
  ] as const) {
    const needed = estimate * factor + SPARE_BYTES
    const free = await readFreeBytes(folder)
    if (free !== undefined && free < needed)
      throw new BackupError(
        `There is not enough space in ${folder}: the backup needs about ${toMegabytes(needed)} MB, and ${toMegabytes(free)} MB are free.`,
      )
  }
}

/** Returns the most bytes that a folder's tar can have, however badly it compresses. */
async function measureFolder(folder: string): Promise<number> {
  let bytes = 0
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    bytes += TAR_ENTRY_BYTES + (entry.isFile() ? (await stat(join(entry.parentPath, entry.name))).size : 0)
  return Math.ceil(bytes * INCOMPRESSIBLE_FACTOR)
}

const toMegabytes = (bytes: number) => Math.ceil(bytes / 1_000_000)
