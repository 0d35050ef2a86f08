import type { SystemStatus } from '@muster/contract/dashboards.ts'
import { healthOfBackups } from '@muster/domain/system-health.ts'
import { isOnSameDisk } from '../../backup/backup-place.ts'
import type { Platform } from '../../platform/platform.ts'
import type { BackupService } from './backup-service.ts'
import { findLastCheck, listGoodBackups } from './backups.queries.ts'

export async function readBackupStatus(
  { db, env }: Pick<Platform, 'db' | 'env'>,
  service: BackupService,
): Promise<NonNullable<SystemStatus['backups']['figures']>> {
  const { nextAt, lastGoodAt, stale, problem } = await service.readState()
  const [[last], lastCheck] = await db.asOwner('backups belong to the installation', async tx => [
    await listGoodBackups(tx),
    await findLastCheck(tx),
  ])
  const { place } = service.settings
  return {
    lastAt: lastGoodAt?.toISOString() ?? null,
    storedBytes: last ? Number(last.stored_bytes) : null,
    encrypted: last?.encrypted ?? null,
    nextAt: nextAt?.toISOString() ?? null,
    stale,
    problem,
    place: place.text,
    sameDisk: await isOnSameDisk(place, env.DATA_DIR),
    lastCheck: lastCheck
      ? {
          at: (lastCheck.finished_at ?? lastCheck.created_at).toISOString(),
          passed: lastCheck.state === 'done',
        }
      : null,
  }
}

export const toBackupsStatus = (figures: SystemStatus['backups']['figures']): SystemStatus['backups'] => ({
  health: healthOfBackups(figures),
  figures,
})
