import {
  type HazardSeverity,
  type HazardStatus,
  hazardSeverities,
  hazardStatuses,
} from '@muster/domain/hazard.ts'
import type { Role } from '@muster/domain/role.ts'

export const statusWords: Readonly<Record<HazardStatus, string>> = {
  open: 'Open',
  in_progress: 'In progress',
  resolved: 'Resolved',
  closed: 'Closed',
}

export const severityWords: Readonly<Record<HazardSeverity, string>> = {
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  critical: 'Critical',
}

/** The action that leads to each status. Open can only be reached again, from a later status. */
export const stepWords: Readonly<Record<HazardStatus, string>> = {
  open: 'Reopen',
  in_progress: 'Start work',
  resolved: 'Mark resolved',
  closed: 'Mark closed',
}

export const statusChoices = [
  { value: 'all', label: 'All statuses' },
  ...hazardStatuses.map(value => ({ value, label: statusWords[value] })),
]
export const severityChoices = [
  { value: 'all', label: 'All severities' },
  ...hazardSeverities.map(value => ({ value, label: severityWords[value] })),
]

/** The page title. App users and client admins know the page as Notifications. */
export const pageTitle = (role: Role): string =>
  role === 'app_user' || role === 'client_admin' ? 'Notifications' : 'Notify'
