import { api, signedIn } from '../../rpc/base.ts'
import type { createSystemStatus } from './system-status.ts'

export type DashboardsDeps = { readonly systemStatus: ReturnType<typeof createSystemStatus> }

/** What only the dashboards ask; the rest of them is other features' figures. */
export function dashboardsProcedures({ systemStatus }: DashboardsDeps) {
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
