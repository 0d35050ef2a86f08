import { id, instant } from '@muster/contract/ids.ts'
import { joinBounds } from '@muster/domain/geo/bounds.ts'
import { limits } from '@muster/domain/limits.ts'
import type { ZoneSort } from '@muster/domain/zone.ts'
import { z } from 'zod'
import { api, signedIn } from '../../rpc/base.ts'
import { createCursors } from '../../rpc/paging.ts'
import { setStatusOfMany } from './set-status-of-many.ts'
import { findZones, listMapZones, listSortedZones } from './zones.queries.ts'
import { mapZoneView, outlineBounds, zoneRowView } from './zones.view.ts'

/** Limits each admin's changes of many zones. 3,000 take 30 calls, and as many to restore them. */
const changeLimit = { name: 'zone-status', points: 120, seconds: 60 }
const mapLimit = { name: 'zone-map', points: 60, seconds: 60 }
const shapesLimit = { name: 'zone-shapes', points: 120, seconds: 60 }

/** The sorts that begin with the largest value. */
const descendingSorts: readonly ZoneSort[] = ['newest', 'inside', 'fullness']

const textValue = z.string().max(400)
const positionSchemas: Record<ZoneSort, z.ZodType<string>> = {
  newest: instant,
  name: textValue,
  organisation: textValue,
  status: textValue,
  inside: z.string().regex(/^\d{1,9}$/),
  fullness: z.string().regex(/^-?\d{1,12}(\.\d{1,20})?(e-?\d{1,3})?$/),
}
/** Each order has cursors of its own, because a position in one order means nothing in another. */
const createSortCursors = (sort: ZoneSort, order: 'asc' | 'desc') =>
  createCursors(`zones by ${sort} ${order}`, { value: [positionSchemas[sort], 'sort_value'], id })

type Deps = {
  /** Drops a zone's data from this node's cache after a change. */
  readonly forgetZone: (zoneId: string) => void
}

export const zoneListsProcedures = ({ forgetZone }: Deps) => ({
  all: api.zones.all
    .use(signedIn('view_all_zones'))
    .handler(
      async ({ context: { tx }, input: { cursor, limit, sort, order, organisationId, ...filter } }) => {
        const direction = order ?? (descendingSorts.includes(sort) ? 'desc' : 'asc')
        const zoneFilter = { ...filter, clientId: organisationId }
        const zoneOrder = { sort, descending: direction === 'desc' }
        const page = await createSortCursors(sort, direction).read({ cursor, limit }, it =>
          listSortedZones(tx, zoneFilter, zoneOrder, it),
        )
        return page.map(zoneRowView)
      },
    ),

  map: api.zones.map
    .use(signedIn('view_all_zones', { rateLimit: mapLimit }))
    .handler(async ({ context: { tx }, input: { organisationId, ...filter } }) => {
      const most = limits.zonesOnMapMost
      const rows = await listMapZones(tx, { ...filter, clientId: organisationId }, most + 1)
      const listedRows = rows.slice(0, most)
      return {
        zones: listedRows.map(mapZoneView),
        more: rows.length > most,
        bounds: listedRows.length > 0 ? joinBounds(listedRows.map(outlineBounds)) : null,
      }
    }),

  mapShapes: api.zones.mapShapes
    .use(signedIn('view_all_zones', { rateLimit: shapesLimit }))
    .handler(async ({ context: { tx }, input: { zoneIds } }) => {
      const rows = await findZones(tx, zoneIds)
      return { shapes: rows.map(({ id, shape }) => ({ id, shape })) }
    }),

  setStatusOfMany: api.zones.setStatusOfMany
    .use(
      signedIn('suspend_zones', {
        rateLimit: changeLimit,
        asOwner: 'requests may not write the status of a zone',
      }),
    )
    .handler(({ context, input: { zoneIds, status } }) => {
      context.afterCommit(() => zoneIds.forEach(forgetZone))
      return setStatusOfMany(context, zoneIds, status, context.actor.userId)
    }),
})
