import { sql } from 'kysely'
import { defineResource } from '../../rpc/define-resource.ts'
import { broadcastQuery } from './broadcasts.queries.ts'
import { templateQuery } from './templates.queries.ts'

/** The target zone of a broadcast; null for all zones, which requires the permission to see them all. */
export const ofAudience = defineResource({
  name: 'audience',
  notFound: 'ZONE_NOT_FOUND',
  query: (_tx, { zoneId }: { readonly zoneId: string | null }) =>
    sql<{ zone_id: string | null }>`select ${zoneId}::uuid as zone_id`,
})

/** A broadcast, visible to its recipients, its sender and the people who manage its zone. */
export const ofBroadcast = defineResource({
  name: 'broadcast',
  notFound: 'BROADCAST_NOT_FOUND',
  query: (tx, { broadcastId }: { readonly broadcastId: string }, { userId }) =>
    broadcastQuery(tx, userId, broadcastId),
})

export const ofTemplate = defineResource({
  name: 'template',
  notFound: 'NOT_FOUND',
  query: (tx, { templateId }: { readonly templateId: string }) => templateQuery(tx, templateId),
})
