import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { createPushSender } from '../push/index.ts'
import { createAlertWorker } from './alert-worker.ts'
import { alertsEvents } from './alerts.events.ts'
import { alertsPersonalData } from './alerts.personal-data.ts'
import { alertsProcedures } from './alerts.procedures.ts'
import { deleteOldAlerts } from './alerts.queries.ts'

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
