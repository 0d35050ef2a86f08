import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

export type LockedMigration = { readonly name: string; readonly checksum: string }

export type Release = {
  /** The semantic version, for example `0.2.0`. */
  readonly version: string
  readonly migrations: readonly LockedMigration[]
}

export const releasesFolder = join(import.meta.dirname, 'releases')

/** Parses a lock file: one line per migration with its checksum and name. */
export function readLock(text: string): LockedMigration[] {
  return text
    .split('\n')
    .filter(Boolean)
    .map(line => ({ checksum: line.slice(0, 64), name: line.slice(64).trim() }))
}

/** Reads the migrations of every released version, oldest first, from `<version>.lock`. */
export async function readReleases(folder = releasesFolder): Promise<Release[]> {
  const names = (await readdir(folder)).filter(name => name.endsWith('.lock'))
  const releases = await Promise.all(
    names.map(async name => ({
      version: name.slice(0, -'.lock'.length),
      migrations: readLock(await readFile(join(folder, name), 'utf8')),
    })),
  )
  return releases.sort((a, b) => compareVersions(a.version, b.version))
}

/** Compares two versions such as `0.10.2`, for sorting. */
export function compareVersions(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true })
}

/** Undefined for a database from before the first release, and for one that an unreleased version has made. */
export function findRelease(
  applied: readonly LockedMigration[],
  releases: readonly Release[],
): Release | undefined {
  const checksums = new Map(applied.map(({ name, checksum }) => [name, checksum]))
  return releases.findLast(release => release.migrations.every(it => checksums.get(it.name) === it.checksum))
}
