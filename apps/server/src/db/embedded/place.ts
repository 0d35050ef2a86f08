import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chown, cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { closeTree, TRAVERSE_ONLY_MODE } from '../../lib/close-tree.ts'
import { makeFolders } from '../../lib/make-folders.ts'
import { type Account, canUse, chooseAccount } from './account.ts'
import type { Binaries } from './binaries.ts'
import { EmbeddedPostgresError } from './errors.ts'

/** For files that PostgreSQL's account cannot reach in the checkout or data folder. Used only when Muster runs as root. */
const EXTERNAL_ROOT = '/var/lib/muster'
const LOCATION_FILE = 'postgres-location.json'

export type Place = {
  /** The folder owned by Muster's account: lock, password, port, log. */
  readonly home: string
  /** The folder of the database itself (PGDATA), owned by the account PostgreSQL runs under. */
  readonly cluster: string
  readonly binaries: string
}

/** The folder is private, unless Muster runs as root: PostgreSQL's account must be able to pass through it. */
export async function prepareDataFolder(folder: string, account?: Account): Promise<void> {
  await makeFolder(folder, account ? TRAVERSE_ONLY_MODE : 0o700)
}

/**
 * Only the path to the cluster remains passable for PostgreSQL's account, even while unused. Returns how many entries could not be
 * changed.
 */
export async function closeDataFolder(dataDir: string): Promise<number> {
  const folder = resolve(dataDir)
  const home = await findHome(dataDir).catch(() => undefined)
  if (!home) return closeTree(folder)
  const isInsideDataFolder = dirname(home) === folder
  const traversableFolders = chooseAccount() ? [home, ...(isInsideDataFolder ? [folder] : [])] : []
  const unclosedCount = await closeTree(folder, traversableFolders)
  return isInsideDataFolder ? unclosedCount : unclosedCount + (await closeTree(home, traversableFolders))
}

/**
 * Usually `<dataDir>/postgres`; below /var/lib/muster if Muster runs as root and PostgreSQL's account cannot reach that. A note in
 * the data folder then names the home and takes precedence.
 */
export async function choosePlace(dataDir: string, binaries: Binaries, account?: Account): Promise<Place> {
  const folder = resolve(dataDir)
  const home = (await readNotedHome(folder)) ?? (await chooseHome(folder, account))
  return {
    home,
    cluster: join(home, 'cluster'),
    binaries: account ? await copyReachableBinaries(binaries, account) : binaries.root,
  }
}

/** Returns the home of a data folder's cluster without creating anything; undefined if there is no cluster yet. */
export async function findHome(dataDir: string): Promise<string | undefined> {
  const folder = resolve(dataDir)
  const home = (await readNotedHome(folder)) ?? join(folder, 'postgres')
  return existsSync(join(home, 'cluster')) ? home : undefined
}

async function readNotedHome(folder: string): Promise<string | undefined> {
  const path = join(folder, LOCATION_FILE)
  if (!existsSync(path)) return undefined
  const { home } = JSON.parse(await readFile(path, 'utf8')) as { home: string }
  // Throws instead of starting with an empty database, which would look like data loss to some people and like success to others.
  if (!existsSync(home))
    throw new EmbeddedPostgresError(
      `${path} says the database is in ${home}, but that folder is gone: bring it back, or delete the note to start empty.`,
    )
  return home
}

async function chooseHome(folder: string, account: Account | undefined): Promise<string> {
  const insideHome = join(folder, 'postgres')
  if (!account || existsSync(join(insideHome, 'cluster'))) {
    await makeFolder(insideHome, account ? TRAVERSE_ONLY_MODE : 0o700)
    return insideHome
  }
  await makeFolder(insideHome, TRAVERSE_ONLY_MODE)
  const probe = join(insideHome, '.reachable')
  await mkdir(probe, { recursive: true, mode: 0o700 })
  await chown(probe, account.uid, account.gid)
  const isReachable = await canUse(account, probe, 'write')
  await rm(probe, { recursive: true })
  if (isReachable) return insideHome

  await rm(insideHome, { recursive: true })
  // The random part ensures that a data folder that was deleted and created again does not find its old database.
  const hash = createHash('sha256').update(folder).digest('hex').slice(0, 12)
  const home = join(EXTERNAL_ROOT, `${hash}-${randomBytes(3).toString('hex')}`)
  await makeFolder(home, TRAVERSE_ONLY_MODE)
  const locationNote = {
    home,
    why: `PostgreSQL runs as "${account.name}", which cannot reach this folder. The database and its password are there.`,
  }
  await writeFile(join(folder, LOCATION_FILE), `${JSON.stringify(locationNote, null, 2)}\n`)
  return home
}

async function copyReachableBinaries(binaries: Binaries, account: Account): Promise<string> {
  if (await canUse(account, join(binaries.root, 'bin', 'postgres'), 'execute')) return binaries.root
  const binariesCopy = join(EXTERNAL_ROOT, 'binaries', binaries.build)
  if (existsSync(binariesCopy)) return binariesCopy
  await makeFolder(dirname(binariesCopy), 0o755)
  const draft = `${binariesCopy}.${process.pid}`
  await cp(binaries.root, draft, { recursive: true, verbatimSymlinks: true })
  try {
    await rename(draft, binariesCopy)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    // Another start may have finished the same copy first, which is fine.
    if (!existsSync(binariesCopy)) throw error
  }
  return binariesCopy
}

async function makeFolder(path: string, mode: number): Promise<void> {
  try {
    await makeFolders(path, mode)
  } catch (error) {
    throw new EmbeddedPostgresError(`The folder ${path} cannot be created (${(error as Error).message}).`)
  }
}
