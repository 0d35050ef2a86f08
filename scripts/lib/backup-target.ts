import { relative, resolve, sep } from 'node:path'

/**
 * Throws when a backup may not go to this folder: one inside the data folder would be part of what is copied. Only
 * `backups/` there is left out of backups.
 */
export function refuseTargetInside(dataDir: string, target: string): void {
  const [first, ...below] = relative(resolve(dataDir), resolve(target)).split(sep)
  const outside = first === '..'
  if (outside || (first === 'backups' && below.length > 0)) return
  throw new Error(
    `The backup cannot go to ${target}, inside the data folder it copies. Name a folder outside of ${dataDir}, or one in its folder backups/.`,
  )
}
