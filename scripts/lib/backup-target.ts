import { relative, resolve, sep } from 'node:path'

/**
 * Throws for a target inside the data folder, because the backup would be copied into itself. Only subfolders of `backups/` are
 * allowed there, since backups leave that folder out.
 */
export function refuseTargetInside(dataDir: string, target: string): void {
  const [first, ...below] = relative(resolve(dataDir), resolve(target)).split(sep)
  const outside = first === '..'
  if (outside || (first === 'backups' && below.length > 0)) return
  throw new Error(
    `The backup cannot go to ${target}, inside the data folder it copies. Name a folder outside of ${dataDir}, or one in its folder backups/.`,
  )
}
