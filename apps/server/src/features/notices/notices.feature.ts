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
  jobs: ({ db, env }: Platform) => [
    { name: 'notices', cron: '* * * * *', run: () => sendNotices(db, env.TIME_ZONE) },
  ],
  expired: { sentNotices: deleteSentNotices },
  personalData: noticesPersonalData,
} satisfies Feature
