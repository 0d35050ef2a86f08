import { plural, t } from '@lingui/core/macro'
import type { ChangedPermissions } from '@muster/contract/zone-permissions.ts'
import { noChanges, type PermissionChanges } from '@muster/domain/zone-permission.ts'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'

/** Covers all managers or one person. Enable it only for people who may edit them. */
export function useZonePermissions(
  zoneId: string,
  { enabled, userId }: { enabled: boolean; userId?: string },
) {
  const query = useQuery({
    ...orpc.zonePermissions.list.queryOptions({ input: userId ? { zoneId, userId } : { zoneId } }),
    enabled,
  })
  return { query, of: (person: string) => findChanges(query.data?.people, person) }
}

const findChanges = (people: readonly ChangedPermissions[] | undefined, userId: string): PermissionChanges =>
  people?.find(person => person.userId === userId) ?? noChanges

/** Formats the differences as text: '2 granted, 1 removed'; undefined if there are none. */
export function changesText({ granted, revoked }: PermissionChanges): string | undefined {
  const grantedCount = granted.length
  const removed = revoked.length
  if (grantedCount === 0 && removed === 0) return undefined
  if (removed === 0) return plural(grantedCount, { other: '# granted' })
  if (grantedCount === 0) return plural(removed, { other: '# removed' })
  return t`${plural(grantedCount, { other: '# granted' })}, ${plural(removed, { other: '# removed' })}`
}
