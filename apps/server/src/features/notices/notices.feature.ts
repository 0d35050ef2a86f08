import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { noticesEvents } from './notices.events.ts'
import { noticesPersonalData } from './notices.personal-data.ts'
import { noticesProcedures } from './notices.procedures.ts'
import { sendNotices } from './send-notices.ts'
import { deleteSentNotices } from './sent-notices.queries.ts'

export const noticesFeature = {
  procedures: () => ({ notices: noticesProcedures() }),
  events: noticesEvents,
  jobs: ({ db, log, env }: Platform) => [
    {
      name: 'notices',
      cron: '* * * * *',
      // A retry would delay the next run, and notices are sent only while they are fresh.
      retryLimit: 0,
      run: () => sendNotices(db, log, env.TIME_ZONE),
    },
  ],
  expired: { sentNotices: deleteSentNotices },
  personalData: noticesPersonalData,
} satisfies Feature
