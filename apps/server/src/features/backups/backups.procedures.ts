import { isOnSameDisk } from '../../backup/backup-place.ts'
import type { Platform } from '../../platform/platform.ts'
import { api, signedIn } from '../../rpc/base.ts'
import type { BackupService } from './backup-service.ts'
import {
  findCurrentRun,
  findLastCheck,
  insertWaitingRun,
  listFailures,
  listGoodBackups,
} from './backups.queries.ts'
import { overviewView, runView } from './backups.view.ts'

const OWNER_REASON = 'backups belong to the installation'

/** Procedures of the page of backups. Files of backups are not offered: see docs/backups.md. */
export function backupsProcedures({ env }: Pick<Platform, 'env'>, service: BackupService) {
  const readSettings = async () => {
    const { place } = service.settings
    const [daily, weekly, monthly] = env.BACKUP_KEEP
    return {
      schedule: env.BACKUP_AT === 'off' ? null : env.BACKUP_AT,
      timeZone: env.TIME_ZONE,
      place: place.text,
      sameDisk: await isOnSameDisk(place, env.DATA_DIR),
      encrypted: env.BACKUP_KEY !== undefined,
      keep: { daily, weekly, monthly },
      checksWeekly: env.BACKUP_CHECK_WEEKLY,
    }
  }
  return {
    overview: api.backups.overview
      .use(signedIn('manage_backups', { asOwner: OWNER_REASON }))
      .handler(async ({ context: { tx } }) => {
        const { nextAt, stale } = await service.readState()
        return overviewView({
          settings: { ...(await readSettings()), nextAt: nextAt?.toISOString() ?? null },
          current: await findCurrentRun(tx),
          lastCheck: await findLastCheck(tx),
          stale,
          backups: await listGoodBackups(tx),
          failures: await listFailures(tx),
        })
      }),

    start: api.backups.start
      .use(
        signedIn('manage_backups', {
          asOwner: OWNER_REASON,
          rateLimit: { name: 'backups', points: 20, seconds: 3_600 },
        }),
      )
      .handler(async ({ context: { tx } }) => {
        const current = await findCurrentRun(tx)
        if (current?.kind === 'backup') return runView(current)
        const run = (await insertWaitingRun(tx, 'backup', 'person')) ?? (await findCurrentRun(tx))
        if (!run) throw new Error('A run that waits was gone at once.')
        return runView(run)
      }),
  }
}
