import { t } from '@lingui/core/macro'
import type { HazardSeverity, HazardStatus } from '@muster/domain/hazard.ts'
import type { Role } from '@muster/domain/role.ts'

export const statusLabels: Readonly<Record<HazardStatus, string>> = {
  open: t({ message: 'Open', context: 'status' }),
  in_progress: t`In progress`,
  resolved: t`Resolved`,
  closed: t`Closed`,
}

export const severityLabels: Readonly<Record<HazardSeverity, string>> = {
  low: t`Low`,
  medium: t`Medium`,
  high: t`High`,
  critical: t`Critical`,
}

/** The label of the action that sets each status. A hazard becomes open again only by being reopened. */
export const stepLabels: Readonly<Record<HazardStatus, string>> = {
  open: t`Reopen`,
  in_progress: t`Start work`,
  resolved: t`Mark as resolved`,
  closed: t`Mark as closed`,
}

/** The page title. App users and client admins know the page as Notifications. */
export const pageTitle = (role: Role): string =>
  role === 'app_user' || role === 'client_admin' ? t`Notifications` : t`Notify`
