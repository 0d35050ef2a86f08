import type { ZonePerson } from '@muster/contract/users.ts'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { hasCode } from '../../lib/error-text.ts'

/** The person whose details are open: at once what their row shows, if it is at hand, and then all there is to see. */
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
  const gone = query.isError && hasCode(query.error, 'NOT_ASSIGNED')
  return {
    query,
    /** True if the person does not belong to the zone any more. */
    gone,
    /** Undefined where there is none, or none any more. */
    person: gone || userId === undefined ? undefined : (query.data?.person ?? row),
    member: query.data?.member ?? undefined,
  }
}
