import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Lists everything below a folder that other accounts can access, except PostgreSQL clusters and their sockets. */
export async function findPathsOpenToOthers(folder: string): Promise<string[]> {
  const names = await readdir(folder)
  if (names.includes('PG_VERSION') || names.some(name => name.startsWith('.s.PGSQL'))) return []
  const pathsWithModes = await Promise.all(
    names.map(async name => {
      const path = join(folder, name)
      const entry = await lstat(path)
      const nestedPaths = entry.isDirectory() ? await findPathsOpenToOthers(path) : []
      return entry.mode & 0o077
        ? [`${path} ${(entry.mode & 0o777).toString(8)}`, ...nestedPaths]
        : nestedPaths
    }),
  )
  return pathsWithModes.flat()
}

export const readMode = async (path: string) => ((await lstat(path)).mode & 0o777).toString(8)
