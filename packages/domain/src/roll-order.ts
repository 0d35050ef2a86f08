import { isCalledOffSite, type PersonState, type RollGroup, type RollReason } from './emergency.ts'

export const groupsByReason: Readonly<Record<RollReason, RollGroup>> = {
  inside: 'phone',
  uncertain: 'phone',
  came_later: 'phone',
  not_seen: 'not_seen',
  visitor: 'visitor',
  badge: 'badge',
  by_hand: 'by_hand',
  expected: 'off_site',
  off_site: 'off_site',
}

/** Of the paper lists. On screen, the coarser `section` has those not seen lately by surname among the others. */
export const soughtSections = ['help', 'not_seen', 'missing', 'off_site', 'unknown'] as const
export type SoughtSection = (typeof soughtSections)[number]

export type Sought = {
  readonly state: PersonState
  readonly why: RollReason
  readonly isUnknown?: boolean | undefined
}

/** The section of somebody who is missing or needs help. `isUnknown`: they are known by the number of a badge that belongs to nobody. */
export function findSoughtSection({ state, why, isUnknown = false }: Sought): SoughtSection {
  if (state === 'help') return 'help'
  if (isUnknown) return 'unknown'
  if (isCalledOffSite(why)) return 'off_site'
  return why === 'not_seen' ? 'not_seen' : 'missing'
}
