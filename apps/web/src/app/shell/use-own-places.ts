import { useIsCaptain } from '../../features/emergencies/public.ts'
import { useOrganisations } from '../../features/organisations/public.ts'
import { captain, type MenuItem, organisations } from './menu.ts'

const placesByKey: Readonly<Record<string, readonly MenuItem[]>> = {
  none: [],
  captain: [captain],
  organisations: [organisations],
  both: [captain, organisations],
}

/** Always the same list. Client admins see Organisations only if there are several. */
export function useOwnPlaces(): readonly MenuItem[] {
  const { mayLook, seesAll } = useOrganisations()
  const isCaptain = useIsCaptain()
  const hasOrganisations = mayLook && !seesAll
  const key = isCaptain
    ? hasOrganisations
      ? 'both'
      : 'captain'
    : hasOrganisations
      ? 'organisations'
      : 'none'
  return placesByKey[key] ?? []
}
