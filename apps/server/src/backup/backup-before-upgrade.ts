import { readdir, readFile, rename, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { findHome } from '../db/embedded/place.ts'
import { MigrationError } from '../db/migrate-errors.ts'
import { findRelease, type LockedMigration, readReleases } from '../db/releases.ts'
import { closeTree } from '../lib/close-tree.ts'
import { makeFolders } from '../lib/make-folders.ts'
import { copyEmbeddedDatabase, dumpDatabase } from './copy-database.ts'
import { writePortableFolder } from './portable-maker.ts'
import { listUpgradeBackups, type RawManifest, writeManifest } from './raw-manifest.ts'

const KEPT_BACKUPS = 3
/** Space (bytes) that must remain free after the copy, for the upgrade itself. */
const SPARE_BYTES = 64 * 1024 * 1024

export type UpgradeBackupOptions = {
  readonly dataDir: string
  /** The URL of the owner. */
  readonly databaseUrl: string
  /** True for the embedded database, whose files are copied. Others are dumped by pg_dump or in the portable form. */
  readonly embedded: boolean
  /** The version to which the database is upgraded. */
  readonly version: string
  readonly now?: Date
  /** Returns the free space (bytes) of a folder's disk. */
  readonly readFreeBytes?: (folder: string) => Promise<number>
}

/**
 * Keeps the newest three. Files are not copied, because migrations do not change them. Returns the folder; undefined if nobody has
 * an account yet. Throws MigrationError, with a message of one line.
 */
export async function backUpBeforeUpgrade(
  client: Pick<pg.Client, 'query'>,
  applied: readonly LockedMigration[],
  options: UpgradeBackupOptions,
): Promise<string | undefined> {
  if (!(await hasAccounts(client))) return undefined
  const { dataDir, version, now = new Date() } = options
  const from = findRelease(applied, await readReleases())?.version ?? 'unreleased'
  const backupsFolder = join(dataDir, 'backups')
  const time = now.toISOString().slice(0, 19).replaceAll(':', '-')
  const folder = join(backupsFolder, `${from}-before-${version}-${time}`)
  const draft = `${folder}.unfinished`
  try {
    await makeFolders(backupsFolder)
    await removeDrafts(backupsFolder)
    await assertSpace(client, backupsFolder, options.readFreeBytes ?? readFreeBytes)
    // An empty folder of files, because 0.1.0 restores no backup without it.
    await makeFolders(join(draft, 'files'))
    const contents = await copyDatabase(options, draft)
    await writeManifest(draft, {
      ...contents,
      platform: `${process.platform}-${process.arch}`,
      takenAt: now.toISOString(),
      upgrade: { from, to: version, migrations: applied },
    })
    await closeTree(draft)
    await rename(draft, folder)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    const { code, message } = error as NodeJS.ErrnoException
    const reason = code === 'ENOSPC' ? 'the disk is full' : message.split('\n')[0]?.replace(/\.$/, '')
    throw new MigrationError(
      'BACKUP_FAILED',
      `The database was not upgraded, because the backup before it failed in ${backupsFolder}: ${reason}. Set BACKUP_BEFORE_UPGRADE=0 to upgrade without it, if you have another one.`,
      { cause: error },
    )
  }
  for (const { folder: old } of (await listUpgradeBackups(backupsFolder)).slice(KEPT_BACKUPS))
    await rm(old, { recursive: true, force: true })
  return folder
}

async function hasAccounts(client: Pick<pg.Client, 'query'>): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>(
    `select to_regclass('auth.users') is not null as exists`,
  )
  if (!rows[0]?.exists) return false
  return ((await client.query('select from auth.users limit 1')).rowCount ?? 0) > 0
}

/** Removes the remains of a start that was killed during its backup. */
async function removeDrafts(backupsFolder: string): Promise<void> {
  for (const name of await readdir(backupsFolder))
    if (/-before-.*\.unfinished$/.test(name))
      await rm(join(backupsFolder, name), { recursive: true, force: true })
}

/** Copies the database in the form that suits it, and returns the form and its description. */
async function copyDatabase(
  options: UpgradeBackupOptions,
  draft: string,
): Promise<Pick<RawManifest, 'kind'>> {
  if (!options.embedded) return copyOwnDatabase(options.databaseUrl, draft)
  const home = await findHome(options.dataDir)
  if (!home) throw new Error(`there is no database in ${options.dataDir}`)
  await copyEmbeddedDatabase(options.databaseUrl, home, draft)
  return { kind: 'cluster' }
}

/** Dumps the database with this machine's pg_dump, which every version restores, or without it, in the portable form. */
async function copyOwnDatabase(url: string, draft: string): Promise<Pick<RawManifest, 'kind'>> {
  try {
    await dumpDatabase(url, draft)
    return { kind: 'dump' }
  } catch {
    await rm(join(draft, 'database.dump'), { force: true })
    await writePortableFolder({ database: url, dataDir: join(draft, 'files') }, draft)
    return JSON.parse(await readFile(join(draft, 'manifest.json'), 'utf8'))
  }
}

/** Throws if the copy would fill the disk. A dump is compressed, so it needs less than the database. */
async function assertSpace(
  client: Pick<pg.Client, 'query'>,
  folder: string,
  readFree: (folder: string) => Promise<number>,
): Promise<void> {
  const { rows } = await client.query<{ size: string }>(
    'select pg_database_size(current_database())::text as size',
  )
  const required = Number(rows[0]?.size ?? 0) + SPARE_BYTES
  const free = await readFree(folder)
  if (free < required)
    throw new Error(`it needs ${toMegabytes(required)} MB, and ${toMegabytes(free)} MB are free`)
}

const toMegabytes = (bytes: number) => Math.ceil(bytes / 1_000_000)

async function readFreeBytes(folder: string): Promise<number> {
  const disk = await statfs(folder).catch(() => undefined)
  return disk ? disk.bavail * disk.bsize : Number.POSITIVE_INFINITY
}
