import { t } from '@lingui/core/macro'
import { ErrorState } from '../../ui/states/error-state.tsx'
import type { DashboardQuery } from './use-dashboard.ts'

/** Shows that the statistics could not be loaded, and the age of those still shown. Renders nothing otherwise. */
export function DashboardFailure({ dashboard }: { dashboard: DashboardQuery }) {
  if (!dashboard.isError) return null
  return <ErrorState title={t`Failed to load the security overview`} query={dashboard} />
}
