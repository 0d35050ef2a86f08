import { can } from '@muster/domain/permission.ts'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { useMe } from '../../lib/session/use-session.ts'

/**
 * The organisations of the signed-in person. `several`: there is more than one; until then nothing is shown of them. False while that
 * is not known.
 */
export function useOrganisations() {
  const { profile } = useMe()
  const asks = can(profile.role, 'create_zones')
  // Who neither creates zones nor looks after any is shown none.
  const { data, isPending, isError, isFetching, refetch } = useQuery({
    ...orpc.organisations.mine.queryOptions(),
    enabled: asks,
  })
  const own = data?.organisations ?? []
  const managed = own.filter(it => it.manages)
  const seesAll = can(profile.role, 'view_clients')
  return {
    several: data?.several ?? false,
    own,
    managed,
    seesAll,
    /** Whether the screen of organisations is for them. */
    mayLook: seesAll || (data?.several === true && managed.length > 0),
    isPending: isPending && asks,
    /** They could not be read, and nothing is known of them. */
    failed: isError && data === undefined,
    retry: () => void refetch(),
    retrying: isFetching,
  }
}
