import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../db/database.ts'
import { createPartitionsNow } from '../db/partitions/create-partitions.ts'
import type { Mailer } from '../lib/mail.ts'
import { pruneFeed, pruneTransientEvents } from '../live/retention.ts'
import type { ClockJob } from './jobs.ts'
import { type DeleteExpired, removeExpired } from './remove-expired.ts'

type Deps = {
  readonly db: Database
  readonly log: Pick<FastifyBaseLogger, 'info'>
  readonly mailer: Pick<Mailer, 'removeOlder'>
  /** The kinds of transient events, which are stored only for a short time. */
  readonly passingEvents: readonly string[]
  readonly expired: Readonly<Record<string, DeleteExpired>>
}

const TRANSIENT_RETENTION_MS = 60_000
const FEED_RETENTION_MS = 7 * 86_400_000
/** Time (ms) for which emails written to files are kept. They contain names, addresses and used links, so they must not stay for long. */
const MAIL_RETENTION_MS = 14 * 86_400_000

/** Returns the jobs that belong to no feature. The nightly ones run in the small hours at different times. */
export const createCommonJobs = ({ db, log, mailer, passingEvents, expired }: Deps): readonly ClockJob[] => [
  {
    name: 'passing-events',
    cron: '* * * * *',
    run: () => pruneTransientEvents(db, passingEvents, TRANSIENT_RETENTION_MS),
  },
  {
    name: 'parts',
    cron: '3 * * * *',
    run: () => createPartitionsNow(db.pool, Date.now()),
  },
  {
    name: 'expired-rows',
    cron: '31 2 * * *',
    async run(signal) {
      log.info(await removeExpired(db, expired, signal), 'Removed what has expired')
    },
  },
  {
    name: 'feed-retention',
    cron: '51 2 * * *',
    async run() {
      log.info({ days: await pruneFeed(db, FEED_RETENTION_MS) }, 'Dropped old days of the feed')
    },
  },
  {
    name: 'mail-retention',
    cron: '1 3 * * *',
    async run() {
      const removedMailCount = await mailer.removeOlder(Date.now() - MAIL_RETENTION_MS)
      log.info({ files: removedMailCount }, 'Removed mails that were written to files long ago')
    },
  },
]
