import { useOrganisations } from '../../features/organisations/public.ts'
import { type MenuItem, organisations } from './menu.ts'

const noItems: readonly MenuItem[] = []
const organisationItems: readonly MenuItem[] = [organisations]

/** Returns menu items that depend on more than the role: a client admin's own organisation, if there are several. */
export function useOwnPlaces(): readonly MenuItem[] {
  const { mayLook, seesAll } = useOrganisations()
  return mayLook && !seesAll ? organisationItems : noItems
}
