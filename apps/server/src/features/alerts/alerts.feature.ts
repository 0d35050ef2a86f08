import { msg } from '@lingui/core/runtime-macro'
import type { Feature } from '../../platform/feature.ts'
import type { PersonalList } from '../../platform/personal-list.ts'
import type { Platform } from '../../platform/platform.ts'
import { createPushSender } from '../push/index.ts'
import { createAlertWorker } from './alert-worker.ts'
import { alertsEvents } from './alerts.events.ts'
import { alertsProcedures } from './alerts.procedures.ts'
import { deleteOldAlerts } from './alerts.queries.ts'

const alertsPersonalData: readonly PersonalList[] = [
  {
    name: 'alerts',
    says: msg`Your inbox: one row for each event that concerned you.`,
    table: 'user_alerts',
    kind: 'alerts',
    counted: 'user_id = me',
    of: 'user_id',
    order: 'created_at, id',
    leftOut: { 'detects an alert that was raised already': ['source'] },
  },
  {
    name: 'alert-preferences',
    says: msg`How you get alerts, by type.`,
    table: 'alert_preferences',
    kind: 'sessions',
    of: 'user_id',
    order: 'type',
  },
  {
    name: 'quiet-hours',
    says: msg`Times when you only get urgent alerts.`,
    table: 'quiet_hours',
    kind: 'sessions',
    of: 'user_id',
    order: 'user_id',
  },
]

type Parts = { readonly alerts: ReturnType<typeof createAlertWorker> }

export const alertsFeature = {
  procedures: (platform: Platform) => ({ alerts: alertsProcedures(platform) }),
  events: alertsEvents,
  parts(platform: Platform): Parts {
    const alerts = createAlertWorker({ ...platform, push: createPushSender(platform) })
    platform.reader.subscribe(alerts.listener)
    return { alerts }
  },
  stop: ({ alerts }: Parts) => alerts.stop(),
  jobs: ({ alerts }: Parts) => [{ name: 'alerts', cron: '* * * * *', run: () => alerts.catchUp() }],
  expired: { alerts: deleteOldAlerts },
  personalData: alertsPersonalData,
} satisfies Feature
