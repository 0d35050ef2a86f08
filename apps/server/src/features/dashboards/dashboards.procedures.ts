import type { Platform } from '../../app/platform.ts'
import { readJobFigures } from '../../jobs/job-figures.queries.ts'
import type { FeedHub } from '../../live/hub.ts'
import { api, signedIn } from '../../rpc/base.ts'
import { createSystemStatus } from './system-status.ts'

/** What only the dashboards ask; the rest of them is other features' figures. */
export function dashboardsProcedures(
  { db, env, reader, forwarded }: Platform,
  hub: Pick<FeedHub, 'metrics' | 'limits'>,
) {
  const systemStatus = createSystemStatus({
    db,
    feed: reader,
    screens: () => ({ open: hub.metrics.sockets, most: hub.limits.sockets }),
    readJobs: ms => readJobFigures(db.pool, ms),
    dataDir: env.DATA_DIR,
    forwardedAt: forwarded.seenAt,
  })
  return {
    systemStatus: api.dashboards.systemStatus
      .use(
        signedIn('view_security', {
          withoutTx: 'it looks at the database from outside, and whether it answers',
        }),
      )
      .handler(() => systemStatus()),
  }
}
