import { removeExpired } from '../../jobs/remove-expired.ts'
import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { deleteOldPresenceAlerts } from './clean-up.queries.ts'
import { cleanUp } from './clean-up.ts'
import { eraseReadings } from './erase-readings.ts'
import { retentionProcedures } from './retention.procedures.ts'

export const retentionFeature = {
  procedures: () => ({ security: retentionProcedures }),
  jobs: ({ db, log, env }: Platform) => [
    {
      name: 'removed-readings',
      cron: '* * * * *',
      async run(signal: AbortSignal) {
        const erasedCount = await eraseReadings(db, signal)
        if (erasedCount > 0)
          log.info({ readings: erasedCount }, 'Erased the readings of deleted accounts and zones')
      },
    },
    {
      name: 'retention',
      cron: '11 2 * * *',
      async run(signal: AbortSignal) {
        const retentionDays = env.RETENTION_DAYS
        const result = await cleanUp(db, { actorId: null, targetUserId: null, retentionDays, signal })
        log.info(result, 'Removed readings and visits older than the retention')
        const alerts = (limit: number) => deleteOldPresenceAlerts(limit, retentionDays)
        await removeExpired(db, { alerts }, signal)
      },
    },
  ],
} satisfies Feature
