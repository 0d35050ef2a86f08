import { mayInZone, type ZoneRights } from './zone-permission.ts'

/** How bad a hazard is, from the least to the worst. */
export const hazardSeverities = ['low', 'medium', 'high', 'critical'] as const
export type HazardSeverity = (typeof hazardSeverities)[number]
export const defaultSeverity: HazardSeverity = 'medium'

export const hazardStatuses = ['open', 'in_progress', 'resolved', 'closed'] as const
export type HazardStatus = (typeof hazardStatuses)[number]

/** A filter of a list: the hazards assigned to oneself, or to nobody. */
export const assignedFilters = ['me', 'nobody'] as const
export type AssignedFilter = (typeof assignedFilters)[number]

/** The steps of a hazard's life: forwards one by one or at once, and back to open from every later one. */
const next: Readonly<Record<HazardStatus, readonly HazardStatus[]>> = {
  open: ['in_progress', 'resolved', 'closed'],
  in_progress: ['resolved', 'closed', 'open'],
  resolved: ['closed', 'open'],
  closed: ['open'],
}

/** Whose hazard it is: somebody's own report, with what they may do in its zone. */
export type HazardActor = { readonly rights: ZoneRights; readonly isReporter: boolean }

/** Who manages hazards takes every step; who reported one may close it, as long as they may report at all. */
export function mayTakeStep({ rights, isReporter }: HazardActor, to: HazardStatus): boolean {
  if (mayInZone(rights, 'manage_hazards')) return true
  return isReporter && to === 'closed' && mayInZone(rights, 'report_hazards')
}

/** Whether the hazard may go from one status to the other, whoever asks. */
export const isStep = (from: HazardStatus, to: HazardStatus): boolean => next[from].includes(to)

/** The steps that this person may take from here, in the order of the lifecycle. */
export const stepsFrom = (from: HazardStatus, actor: HazardActor): readonly HazardStatus[] =>
  next[from].filter(to => mayTakeStep(actor, to))

/** Whether it still wants something of somebody. */
export const isUnsettled = (status: HazardStatus): boolean => status === 'open' || status === 'in_progress'

/** Whether its time is over while it still wants something. `now` in milliseconds. */
export const isOverdue = (status: HazardStatus, dueAt: string | null, now: number): boolean =>
  isUnsettled(status) && dueAt !== null && Date.parse(dueAt) < now
