import { t } from '@lingui/core/macro'
import type { Act } from '../../lib/act.ts'
import { requiresPin } from '../../lib/session/selected-zone.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { features } from '../features.ts'
import type { Command } from './commands.ts'

const acts: readonly Act[] = features.flatMap(feature => feature.acts ?? [])

/** Returns the acts that the person may do now: with the permission, and in the selected zone where the act needs one. */
export function useActCommands(): Command[] {
  const { profile } = useMe()
  const { zone, may, role, isZoneBound } = useSelectedZone()
  const isZoneOpen = zone !== undefined && !zone.invited && !requiresPin(profile.role, zone)
  const isOffered = ({ permission, inZone, notFor }: Act) =>
    permission === undefined ||
    (may(permission) && !notFor?.includes(role) && (isZoneOpen || (!inZone && !isZoneBound)))
  return acts.filter(isOffered).map(({ label, keywords, icon, to, search, request }) => ({
    id: `act ${label}`,
    group: t`Do`,
    label,
    keywords,
    icon,
    address: { to, search: search?.(zone?.id) },
    before: request,
  }))
}
