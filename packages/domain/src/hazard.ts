import { mayInZone, type ZoneRights } from './zone-permission.ts'

/** Severities, lowest first. */
export const hazardSeverities = ['low', 'medium', 'high', 'critical'] as const
export type HazardSeverity = (typeof hazardSeverities)[number]
export const defaultSeverity: HazardSeverity = 'medium'

export const hazardStatuses = ['open', 'in_progress', 'resolved', 'closed'] as const
export type HazardStatus = (typeof hazardStatuses)[number]

/** The list filters by assignee: hazards assigned to the caller, to nobody, or either. */
export const assignedFilters = ['me', 'nobody', 'me_or_nobody'] as const
export type AssignedFilter = (typeof assignedFilters)[number]

/** The statuses that may follow each. A hazard can skip steps forward, and can be reopened from every later status. */
const nextStatuses: Readonly<Record<HazardStatus, readonly HazardStatus[]>> = {
  open: ['in_progress', 'resolved', 'closed'],
  in_progress: ['resolved', 'closed', 'open'],
  resolved: ['closed', 'open'],
  closed: ['open'],
}

/**
 * A person's relation to a hazard: their rights in its zone, whether they reported it, and whether it is a finding of an emergency
 * that is assigned to them.
 */
export type HazardActor = {
  readonly rights: ZoneRights
  readonly isReporter: boolean
  readonly ownsFinding?: boolean
}

/** Managers set any; a finding's owner may resolve it; reporters may close their own as long as they may report at all. */
export function mayTakeStep(
  { rights, isReporter, ownsFinding = false }: HazardActor,
  to: HazardStatus,
): boolean {
  if (mayInZone(rights, 'manage_hazards')) return true
  if (ownsFinding && to === 'resolved') return mayInZone(rights, 'view_own_hazards')
  return isReporter && to === 'closed' && mayInZone(rights, 'report_hazards')
}

/** Returns true if the lifecycle allows the transition, regardless of who makes it. */
export const isStep = (from: HazardStatus, to: HazardStatus): boolean => nextStatuses[from].includes(to)

/** Returns the statuses that this person may set next, in the order of the lifecycle. */
export const listSteps = (from: HazardStatus, actor: HazardActor): readonly HazardStatus[] =>
  nextStatuses[from].filter(to => mayTakeStep(actor, to))

/** Returns true while the hazard still needs action. */
export const isUnsettled = (status: HazardStatus): boolean => status === 'open' || status === 'in_progress'

/** Returns true if the hazard still needs action and its due date has passed. `now` is in milliseconds. */
export const isOverdue = (status: HazardStatus, dueAt: string | null, now: number): boolean =>
  isUnsettled(status) && dueAt !== null && Date.parse(dueAt) < now
