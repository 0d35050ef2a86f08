import { msg } from '@lingui/core/runtime-macro'
import { DAY_MS } from '@muster/domain/time-units.ts'
import type { Database } from '../../db/database.ts'
import { dropPart } from '../../db/partitions/drop-partition.ts'
import { listPartitions } from '../../db/partitions/partitions.ts'
import type { Feature } from '../../platform/feature.ts'
import type { PersonalList } from '../../platform/personal-list.ts'
import type { Platform } from '../../platform/platform.ts'
import { createLogGuard, type LogGuard } from './guard-log.ts'
import { linkAllEvents } from './link-events.ts'
import { securityProcedures } from './security.procedures.ts'
import { audit } from './security.queries.ts'
import { readPartitionTail, setChainStart } from './security-log.queries.ts'

const securityPersonalData: readonly PersonalList[] = [
  {
    name: 'security-events',
    says: msg`Security log entries by you or about you.`,
    table: 'security_events',
    kind: 'security_events',
    counted: 'affected_user_id = me or actor_id = me',
    of: { affected_user_id: 'about_me', actor_id: 'by_me' },
    order: 'created_at, id',
    onlyAboutMe: ['description'],
    onlyNamingMe: ['metadata'],
    leftOut: { 'place in the chain of the log': ['number'] },
  },
  {
    name: 'breach-notices',
    says: msg`Breach notices raised by your sign-ins or written by you.`,
    table: 'data_breach_notifications',
    of: { account_id: 'about_me', created_by: 'by_me' },
    order: 'id',
    onlyAboutMe: ['description'],
    leftOut: { 'would reveal how attacks are detected': ['metadata'] },
  },
]

/**
 * Ended more than `retentionDays` days ago. The chain's head stores the last dropped event, so the rest stays verifiable, and the
 * log records the removal. Throws for unlinked events. Returns how many.
 */
export async function dropOldEvents(db: Database, retentionDays: number, now = Date.now()): Promise<number> {
  await linkAllEvents(db)
  const cutoff = now - retentionDays * DAY_MS
  const expiredPartitions = (await listPartitions(db.pool, 'security_events')).filter(
    partition => partition.end <= cutoff,
  )
  for (const { name } of expiredPartitions) {
    const { last, hash, unlinked } = await db.asOwner(ownerReason, tx => readPartitionTail(tx, name))
    // Keep events that somebody prevents from being linked, so that the verifier reports them.
    if (unlinked) throw new Error(`${name} holds events that are not linked`)
    await dropPart(db, name, async tx => {
      if (last === null || hash === null) return
      await setChainStart(tx, last, hash)
      await audit(tx, 'security_log_dropped', { actorId: null, last, hash, keepDays: retentionDays })
    })
  }
  return expiredPartitions.length
}

const ownerReason = 'the security log belongs to nobody who acts'

type Parts = { readonly logGuard: LogGuard }

export const securityFeature = {
  procedures: ({ logGuard }: Parts) => ({ security: securityProcedures(logGuard) }),
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
