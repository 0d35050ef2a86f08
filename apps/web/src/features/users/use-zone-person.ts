import type { ZonePerson } from '@muster/contract/users.ts'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { hasCode } from '../../lib/error-text.ts'

/** Returns the person whose details are open: first the data of their row, if available, then everything the viewer may see. */
export function useZonePerson(
  zoneId: string | undefined,
  userId: string | undefined,
  rows: readonly ZonePerson[],
) {
  const query = useQuery({
    ...orpc.users.detail.queryOptions({ input: { zoneId: zoneId ?? '', userId: userId ?? '' } }),
    enabled: zoneId !== undefined && userId !== undefined,
  })
  const row = rows.find(it => it.userId === userId)
  const isGone = query.isError && hasCode(query.error, 'NOT_ASSIGNED')
  return {
    query,
    gone: isGone,
    /** Undefined if nobody's details are open, the person is not loaded yet, or they left the zone. */
    person: isGone || userId === undefined ? undefined : (query.data?.person ?? row),
    member: query.data?.member ?? undefined,
  }
}
