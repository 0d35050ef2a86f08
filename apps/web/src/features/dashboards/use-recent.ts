import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'

const maxRecent = 5

/** Returns the open hazards of a zone or, without `zoneId`, of all zones, for internal admins. */
export const useOpenHazards = (zoneId?: string, enabled = true) =>
  useQuery({
    ...orpc.hazards.list.queryOptions({ input: { zoneId, status: 'open', limit: maxRecent } }),
    enabled,
  })

/** Returns the newest files of a zone, in any folder. */
export const useZoneFiles = (zoneId: string, enabled = true) =>
  useQuery({
    ...orpc.documents.files.queryOptions({
      input: { zoneId, everywhere: true, sort: 'newest', limit: maxRecent },
    }),
    enabled,
  })

export const useMyGroups = (zoneId: string) =>
  useQuery(
    orpc.groups.list.queryOptions({ input: { zoneId, mine: true, order: 'recent', limit: maxRecent } }),
  )

export const useRecentBroadcasts = (zoneId: string) =>
  useQuery(orpc.broadcasts.list.queryOptions({ input: { zoneId, sent: true, limit: maxRecent } }))
