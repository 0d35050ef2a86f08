import { mayInZone } from '@muster/domain/zone-permission.ts'
import { readJobFigures } from '../../jobs/job-figures.queries.ts'
import type { FeedHub } from '../../live/hub.ts'
import type { Platform } from '../../platform/platform.ts'
import { api, inZone, signedIn } from '../../rpc/base.ts'
import { fail } from '../../rpc/fail.ts'
import { type BackupService, readBackupStatus } from '../backups/index.ts'
import { createPushSender } from '../push/index.ts'
import { createSystemStatus } from './system-status.ts'
import { testMail, testPush } from './test-delivery.ts'
import { readZoneStatistics } from './zone-statistics.queries.ts'

/** Rate limits per person for tests, each of which occupies a connection for some seconds. */
const mailRate = { name: 'test-mail', points: 10, seconds: 10 * 60 }
const pushRate = { name: 'test-push', points: 10, seconds: 10 * 60 }

/** Procedures for data that only the dashboards use; the dashboards get their other figures from other features. */
export function dashboardsProcedures(
  platform: Platform & { readonly backupService: BackupService },
  hub: Pick<FeedHub, 'metrics' | 'limits'>,
) {
  const { db, env, reader, forwarded, proxyFit, mailServer, backupService } = platform
  const pushSender = createPushSender(platform)
  const systemStatus = createSystemStatus({
    db,
    feed: reader,
    screens: () => ({ open: hub.metrics.sockets, most: hub.limits.sockets }),
    readJobs: timeoutMs => readJobFigures(db.pool, timeoutMs),
    dataDir: env.DATA_DIR,
    readBackups: () => readBackupStatus({ db, env }, backupService),
    forwardedAt: forwarded.seenAt,
    misfitsSince: proxyFit.seenSince,
    mailServer: { setUp: env.SMTP_URL !== undefined, problem: mailServer.problem },
  })
  return {
    systemStatus: api.dashboards.systemStatus
      .use(
        signedIn('view_security', {
          withoutTx: 'it looks at the database from outside, and whether it answers',
        }),
      )
      .handler(() => systemStatus()),

    testMail: api.dashboards.testMail
      .use(signedIn('test_delivery', { withoutTx: 'it waits for a mail server', rateLimit: mailRate }))
      .handler(({ context: { db, actor } }) => testMail(platform, { db, actor })),

    testPush: api.dashboards.testPush
      .use(signedIn('test_delivery', { withoutTx: 'it waits for push services', rateLimit: pushRate }))
      .handler(({ context: { db, actor } }) => testPush(pushSender, { db, actor })),

    zoneStatistics: api.dashboards.zoneStatistics
      .use(inZone('view_zones'))
      .handler(async ({ context: { tx, zone } }) => {
        const row = await readZoneStatistics(tx, zone.id, env.TIME_ZONE)
        if (!row) throw fail('ZONE_NOT_FOUND')
        return {
          inside: row.inside,
          unresolvedHazards: mayInZone(zone, 'view_hazards') ? row.hazards : null,
          broadcastsToday: mayInZone(zone, 'view_broadcasts') ? row.broadcasts : null,
          since: row.since.toISOString(),
        }
      }),
  }
}
