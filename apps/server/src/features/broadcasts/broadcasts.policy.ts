import { sql } from 'kysely'
import { thing } from '../../rpc/thing.ts'
import { broadcastQuery } from './broadcasts.queries.ts'
import { templateQuery } from './templates.queries.ts'

/** The zone that a broadcast is to go to; null for all zones, to which those send who see all of them. */
export const ofAudience = thing({
  name: 'audience',
  notFound: 'ZONE_NOT_FOUND',
  query: (_tx, { zoneId }: { readonly zoneId: string | null }) =>
    sql<{ zone_id: string | null }>`select ${zoneId}::uuid as zone_id`,
})

/** A broadcast that its recipients, its sender and those who look after its zone see. */
export const ofBroadcast = thing({
  name: 'broadcast',
  notFound: 'BROADCAST_NOT_FOUND',
  query: (tx, { broadcastId }: { readonly broadcastId: string }, { userId }) =>
    broadcastQuery(tx, userId, broadcastId),
})

export const ofTemplate = thing({
  name: 'template',
  notFound: 'NOT_FOUND',
  query: (tx, { templateId }: { readonly templateId: string }) => templateQuery(tx, templateId),
})
