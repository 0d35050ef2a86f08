import { join } from 'node:path'
import type { LockedMigration } from '../db/releases.ts'
import { listUpgradeBackups } from './raw-manifest.ts'

/**
 * Names the backup with which a program that is older than the database can go back: the newest one made before an upgrade whose
 * migrations the program knows.
 */
export async function describeWayBack(dataDir: string, files: readonly LockedMigration[]): Promise<string> {
  const checksums = new Map(files.map(({ name, checksum }) => [name, checksum]))
  const backupsFolder = join(dataDir, 'backups')
  const backup = (await listUpgradeBackups(backupsFolder)).find(({ migrations }) =>
    migrations.every(it => checksums.get(it.name) === it.checksum),
  )
  return backup
    ? `To go back to the state before the upgrade to ${backup.to} instead, and lose what was written since: npm run restore -- ${backup.folder} --replace`
    : `To go back instead, restore a backup that this version made; there is none in ${backupsFolder}.`
}
