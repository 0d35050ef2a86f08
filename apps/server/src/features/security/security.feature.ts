import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { dropOldEvents } from './drop-old-events.ts'
import { createLogGuard, type LogGuard } from './guard-log.ts'
import { securityPersonalData } from './security.personal-data.ts'
import { securityProcedures } from './security.procedures.ts'
import { audit } from './security.queries.ts'

type Parts = { readonly logGuard: LogGuard }

export const securityFeature = {
  procedures: (platform: Platform & Parts) => ({
    security: securityProcedures(platform, platform.logGuard),
  }),
  parts: (platform: Platform): Parts => ({ logGuard: createLogGuard(platform) }),
  start: ({ logGuard }: Parts) => logGuard.start(),
  stop: ({ logGuard }: Parts) => logGuard.stop(),
  jobs: ({ db, log, env, logGuard }: Platform & Parts) => [
    {
      name: 'security-log-retention',
      cron: '41 2 * * *',
      async run() {
        const droppedMonths = await dropOldEvents(db, env.SECURITY_LOG_DAYS)
        log.info({ months: droppedMonths }, 'Dropped old months of the security log')
      },
    },
    {
      name: 'security-log-check',
      cron: '11 3 * * *',
      async run() {
        const report = await logGuard.verify()
        if (report.intact) {
          log.info(
            { events: report.events, anchored: report.anchored, lastHash: report.lastHash },
            'The chain of the security log is intact',
          )
          return
        }
        const { firstBroken, problem, events } = report
        log.error({ events, firstBroken, problem }, 'The security log was tampered with')
        await db.asOwner('no person did this', tx =>
          audit(tx, 'security_log_broken', { actorId: null, firstBroken, problem, events }),
        )
      },
    },
  ],
  personalData: securityPersonalData,
} satisfies Feature
