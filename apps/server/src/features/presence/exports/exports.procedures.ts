import { id, instant } from '@muster/contract/ids.ts'
import { exportPageMost } from '@muster/contract/presence-exports.ts'
import { mayInZone } from '@muster/domain/zone-permission.ts'
import { z } from 'zod'
import { createOncePer } from '../../../lib/once-per.ts'
import { api, inZone } from '../../../rpc/base.ts'
import { places } from '../../../rpc/paging.ts'
import { keptSince } from '../kept-since.ts'
import { filePart } from './export-file.ts'
import { exportColumns, insideFileRow, visitFileRow } from './export-rows.ts'
import { countRows, listInsideRows, listVisitRows } from './exports.queries.ts'
import { noteExport } from './note-export.ts'

/** How long the parts of one export may come after its note, in milliseconds. */
const exportMs = 60 * 60_000

const placesOf = places('presence export', z.object({ at: instant, id }))
const stampOf = (time: string) => time.slice(0, 16).replace(/[T:]/g, '-')

/** Presence and visits as files, a part with each call: no more than one page of rows is ever held. */
export function exportsProcedures({ retentionDays }: { readonly retentionDays: number }) {
  const noted = createOncePer(exportMs)
  return {
    exportRows: api.presence.exportRows
      .use(inZone('view_attendance'))
      .handler(async ({ context: { tx, actor, zone, afterCommit }, input }) => {
        const { kind, format, from, to } = input
        const after = placesOf.read(input.cursor)
        const withPoints = format === 'geojson' && mayInZone(zone, 'track_live_locations')
        const began =
          kind === 'visits' && from && to ? { from, to, keptSince: keptSince(retentionDays) } : undefined
        const page = { after, limit: exportPageMost + 1 }
        const found = began
          ? await listVisitRows(tx, zone.id, began, withPoints, page)
          : await listInsideRows(tx, zone.id, withPoints, page)
        const now = new Date()
        const how = { now: now.getTime(), withPhones: mayInZone(zone, 'view_zone_users') }
        const rows = found
          .slice(0, exportPageMost)
          .map(row => ('mock' in row ? insideFileRow(row, how) : visitFileRow(row, how)))
        const total = after ? null : await countRows(tx, zone.id, began)
        // Each export is noted with its first part; who begins in the middle is noted there.
        const key = [actor.sessionId, zone.id, kind, format, from, to].join(' ')
        if (!after || noted.isNew(key)) {
          await noteExport(tx, actor, { zoneId: zone.id, kind, format, from, to, rows: total, withPoints })
          afterCommit(() => noted.remember(key))
        }
        const last = found.length > exportPageMost ? found[exportPageMost - 1] : undefined
        const name = began
          ? `visits-${stampOf(began.from)}-to-${stampOf(began.to)}`
          : `inside-${stampOf(now.toISOString())}`
        return {
          fileName: `${name}.${format}`,
          ...filePart(format, exportColumns[kind], rows, !after),
          rows: rows.length,
          total,
          next: last ? placesOf.write({ at: last.at_exact, id: last.id }) : null,
        }
      }),
  }
}
