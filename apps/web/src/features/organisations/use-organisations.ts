import { can } from '@muster/domain/permission.ts'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { useMe } from '../../lib/session/use-session.ts'

/** `several`: more than one organisation exists; false while unknown. Otherwise screens do not mention organisations. */
export function useOrganisations() {
  const { profile } = useMe()
  const mayCreateZones = can(profile.role, 'create_zones')
  // Fetch only for roles that can create zones, because other people have no organisations to see.
  const { data, isPending, isError, error, isFetching, refetch } = useQuery({
    ...orpc.organisations.mine.queryOptions(),
    enabled: mayCreateZones,
  })
  const ownOrganisations = data?.organisations ?? []
  const managedOrganisations = ownOrganisations.filter(it => it.manages)
  const seesAll = can(profile.role, 'view_clients')
  return {
    several: data?.several ?? false,
    own: ownOrganisations,
    managed: managedOrganisations,
    seesAll,
    /** True if the person may open the organisations page. */
    mayLook: seesAll || (data?.several === true && managedOrganisations.length > 0),
    isPending: isPending && mayCreateZones,
    /** True if loading failed and there is no earlier data. */
    failed: isError && data === undefined,
    error,
    retry: () => void refetch(),
    retrying: isFetching,
  }
}
