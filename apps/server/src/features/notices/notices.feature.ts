import { msg } from '@lingui/core/runtime-macro'
import type { Feature } from '../../platform/feature.ts'
import type { PersonalList } from '../../platform/personal-list.ts'
import type { Platform } from '../../platform/platform.ts'
import { noticesEvents } from './notices.events.ts'
import { noticesProcedures } from './notices.procedures.ts'
import { sendNotices } from './send-notices.ts'
import { deleteSentNotices } from './sent-notices.queries.ts'

const noticesPersonalData: readonly PersonalList[] = [
  {
    name: 'notices',
    says: msg`The entries, exits and shifts you chose to be told about.`,
    table: 'notice_rules',
    kind: 'sessions',
    of: 'user_id',
    order: 'created_at, id',
    leftOut: { 'detects a change that was reported already': ['reached'] },
  },
  {
    name: 'followed-by',
    says: msg`The zones in which somebody is told when you enter or leave.`,
    table: 'notice_people',
    kind: 'presence',
    of: 'user_id',
    order: 'zone_id, rule_id',
    leftOut: { 'detects a change that was reported already': ['inside', 'exit_time'] },
  },
]

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
