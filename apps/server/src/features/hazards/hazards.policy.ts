import { type HazardStatus, isStep, mayTakeStep } from '@muster/domain/hazard.ts'
import { mayInZone } from '@muster/domain/zone-permission.ts'
import type { ActorZone } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'
import type { HazardRow } from './hazards.queries.ts'

type HazardOwnership = Pick<HazardRow, 'reported_by'>
/** A hazard with the emergency that it is a finding of, if any. */
type HazardOrigin = HazardOwnership &
  Pick<HazardRow, 'assignee_id'> & { readonly finding: object | undefined }

/** The person's relation to the hazard, which decides the steps that they may take. */
export const toActor = (
  zone: ActorZone,
  userId: string,
  { reported_by, assignee_id, finding }: HazardOrigin,
) => ({
  rights: zone,
  isReporter: reported_by === userId,
  ownsFinding: finding !== undefined && assignee_id === userId,
})

/** Checks a step. Throws FORBIDDEN, HAZARD_STEP_ILLEGAL, and HAZARD_CHANGED if the status is no longer the one the client saw. */
export function requireStep(
  row: HazardOrigin & { readonly status: string },
  { zone, userId }: { zone: ActorZone; userId: string },
  { from, to }: { from: HazardStatus; to: HazardStatus },
): void {
  if (!mayTakeStep(toActor(zone, userId, row), to)) throw fail('FORBIDDEN')
  if (row.status !== from) throw fail('HAZARD_CHANGED')
  if (!isStep(from, to)) throw fail('HAZARD_STEP_ILLEGAL')
}

/** Returns the person's id if they lack `view_hazards` and may see only their own reports; undefined for no limit. */
export const visibleReporter = (zone: ActorZone, userId: string): string | undefined =>
  mayInZone(zone, 'view_hazards') ? undefined : userId

/** True for the reporter and people who manage hazards: they may comment and attach files. */
export const mayParticipate = (zone: ActorZone, userId: string, row: HazardOwnership): boolean =>
  mayInZone(zone, 'manage_hazards') || (mayInZone(zone, 'report_hazards') && row.reported_by === userId)
