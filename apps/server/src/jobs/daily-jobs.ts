import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../db/database.ts'
import { removeDeleted } from '../features/documents/index.ts'
import { sweepFiles } from '../features/files/sweep-files.ts'
import { cleanUp } from '../features/retention/clean-up.ts'
import { dropOldEvents } from '../features/security/drop-old-events.ts'
import { appendSecurityEvent } from '../features/security/security.queries.ts'
import type { ChainReport } from '../features/security/verify-chain.ts'
import type { Files } from '../lib/files.ts'
import type { Mailer } from '../lib/mail.ts'
import { pruneFeed } from '../live/retention.ts'
import { write } from '../live/write.ts'
import { removeExpired } from './expired.queries.ts'

export type ClockJob = {
  readonly name: string
  /** Minute and hour, UTC. */
  readonly cron: string
  /** May be run again after a failure, from wherever it came to. */
  run(signal: AbortSignal): Promise<void>
}

export type JobDeps = {
  readonly db: Database
  readonly log: FastifyBaseLogger
  /** Age in days at which readings and closed visits are removed. */
  readonly retentionDays: number
  /** Age in days at which months of the security log are dropped. */
  readonly securityLogDays: number
  readonly verifyLog: () => Promise<ChainReport>
  /** The kinds of events that are kept for a moment only. */
  readonly passingEvents: readonly string[]
  readonly mails: Pick<Mailer, 'removeOlder'>
  readonly files: Pick<Files, 'list' | 'remove'>
  /** Makes up for what was missed. */
  readonly webhooks: { catchUp(signal: AbortSignal): Promise<void> }
  /** Begins the scheduled reports that are due. */
  readonly reports: { catchUp(signal: AbortSignal): Promise<void> }
  /** The same for alerts. */
  readonly alerts: { catchUp(): Promise<void> }
}

const FEED_KEEP_MS = 7 * 86_400_000
/** Mails that were written to files hold names, addresses and spent links. */
const MAIL_KEEP_MS = 14 * 86_400_000

/** What the clock does once a day, in the small hours and not all at once. */
export function dailyJobs({
  db,
  log,
  retentionDays,
  securityLogDays,
  verifyLog,
  mails,
  files,
}: Omit<JobDeps, 'passingEvents' | 'webhooks' | 'alerts' | 'reports'>): readonly ClockJob[] {
  return [
    {
      name: 'retention',
      cron: '11 2 * * *',
      async run(signal) {
        const removed = await cleanUp(db, { actorId: null, targetUserId: null, retentionDays, signal })
        log.info(removed, 'Removed readings and visits older than the retention')
      },
    },
    {
      name: 'expired-rows',
      cron: '31 2 * * *',
      async run(signal) {
        log.info(await removeExpired(db, signal), 'Removed what has expired')
      },
    },
    {
      name: 'feed-retention',
      cron: '51 2 * * *',
      async run() {
        log.info({ days: await pruneFeed(db, FEED_KEEP_MS) }, 'Dropped old days of the feed')
      },
    },
    {
      name: 'security-log-retention',
      cron: '41 2 * * *',
      async run() {
        log.info(
          { months: await dropOldEvents(db, securityLogDays) },
          'Dropped old months of the security log',
        )
      },
    },
    {
      name: 'mail-retention',
      cron: '1 3 * * *',
      async run() {
        const removed = await mails.removeOlder(Date.now() - MAIL_KEEP_MS)
        log.info({ files: removed }, 'Removed mails that were written to files long ago')
      },
    },
    {
      name: 'deleted-documents',
      cron: '17 3 * * *',
      async run() {
        const removed = await db.asOwner('what was deleted long ago goes for everybody', tx =>
          write(tx, removeDeleted),
        )
        if (removed > 0) log.info({ rows: removed }, 'Removed folders and files that were deleted long ago')
      },
    },
    {
      name: 'stored-files',
      cron: '21 3 * * *',
      async run(signal) {
        const { removed, missing, missingIds } = await sweepFiles(db, files, signal)
        log.info({ files: removed }, 'Removed stored files that no row names')
        if (missing > 0) log.warn({ rows: missing, ids: missingIds }, 'Files that rows name are missing')
      },
    },
    {
      name: 'security-log-check',
      cron: '11 3 * * *',
      async run() {
        const report = await verifyLog()
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
          appendSecurityEvent(tx, {
            type: 'security_log_broken',
            description: `The chain of the security log breaks at event ${firstBroken} (${problem}).`,
            actorId: null,
            affectedUserId: null,
            severity: 'critical',
            metadata: { firstBroken, problem, events },
          }),
        )
      },
    },
  ]
}
