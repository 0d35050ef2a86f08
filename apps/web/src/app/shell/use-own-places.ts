import { useOrganisations } from '../../features/organisations/public.ts'
import { type MenuItem, organisations } from './menu.ts'

const noItems: readonly MenuItem[] = []
const organisationItems: readonly MenuItem[] = [organisations]

/** Returns menu items that depend on more than the role: Organisations for client admins, if there are several organisations. */
export function useOwnPlaces(): readonly MenuItem[] {
  const { mayLook, seesAll } = useOrganisations()
  return mayLook && !seesAll ? organisationItems : noItems
}
