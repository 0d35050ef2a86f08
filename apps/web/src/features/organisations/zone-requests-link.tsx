import { t } from '@lingui/core/macro'
import { can } from '@muster/domain/permission.ts'
import { IconMapPinQuestion } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { formatCount } from '../../lib/format-count.ts'
import { paths } from '../../lib/paths.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { PageLink } from '../../ui/layout/page-link.tsx'

/**
 * A link to the zone requests, with the number of requests that need the person's action. People who submit requests always see the
 * link, because they find the decisions there; others see it while any request is open. With `waitingOnly`, it is shown only if a
 * request needs the person's action.
 */
export function ZoneRequestsLink({ waitingOnly = false }: { waitingOnly?: boolean }) {
  const { profile } = useMe()
  const canDecide = can(profile.role, 'approve_requests')
  const canSubmit = can(profile.role, 'submit_zone_requests')
  const { data = { pending: 0, returned: 0 } } = useQuery({
    ...orpc.zoneRequests.counts.queryOptions(),
    enabled: canDecide || canSubmit,
  })
  const waitingCount = canDecide ? data.pending : data.returned
  const count = formatCount(waitingCount)
  if (waitingOnly ? waitingCount === 0 : !canSubmit && data.pending + data.returned === 0) return null
  return (
    <PageLink to={paths.zoneRequests} icon={IconMapPinQuestion}>
      {waitingCount > 0 ? t`Zone requests (${count})` : t`Zone requests`}
    </PageLink>
  )
}
