import { Readable } from 'node:stream'
import { exportRowsHeader, type PresenceExport } from '@muster/contract/presence-exports.ts'
import { mayInZone } from '@muster/domain/zone-permission.ts'
import type { Database } from '../../../db/database.ts'
import type { MadeFile } from '../../../doors/send-made-file.ts'
import { createInZoneAccess } from '../../../rpc/access.ts'
import { enterInputZone } from '../../../rpc/calling.ts'
import type { SignedInActor } from '../../../rpc/context.ts'
import { readOwnLanguage } from '../../../rpc/reading-language.queries.ts'
import { retentionStart } from '../retention-start.ts'
import { mediaTypes, writeContent } from './export-file.ts'
import { exportColumns, toInsideFileRow, toVisitFileRow } from './export-rows.ts'
import { countRows, type ExportCursor, listInsideRows, listVisitRows } from './exports.queries.ts'
import { noteExport } from './note-export.ts'

type Deps = {
  readonly db: Pick<Database, 'asActor'>
  readonly retentionDays: number
}

/** Rows per page. */
const PAGE_SIZE = 2_000
const exportPermission = createInZoneAccess('view_attendance')
const toTimestamp = (time: string) => time.slice(0, 16).replace(/[T:]/g, '-')

/**
 * Exports the people inside a zone, or its visits, as a stream that is read page by page. GeoJSON includes points only for viewers
 * who may track live locations. Access is checked again for each page, and the export is recorded in the security log. Throws
 * FORBIDDEN, ZONE_NOT_FOUND, ZONE_ENTRY_REQUIRED.
 */
export async function makeExport(
  { db, retentionDays }: Deps,
  actor: Pick<SignedInActor, 'userId' | 'sessionId' | 'role'>,
  request: PresenceExport,
): Promise<MadeFile> {
  const { zoneId, kind, format, from, to } = request
  const now = new Date()
  const exportWindow =
    kind === 'visits' && from && to ? { from, to, keptSince: retentionStart(retentionDays) } : undefined

  const readPage = (after?: ExportCursor) =>
    db.asActor(actor, async tx => {
      const zone = await enterInputZone(tx, exportPermission, actor, zoneId)
      const withPoints = format === 'geojson' && mayInZone(zone, 'track_live_locations')
      const paging = { after, limit: PAGE_SIZE + 1 }
      const rows = exportWindow
        ? await listVisitRows(tx, zoneId, exportWindow, withPoints, paging)
        : await listInsideRows(tx, zoneId, withPoints, paging)
      const rowOptions = { now: now.getTime(), withPhones: mayInZone(zone, 'view_zone_users') }
      const lastRow = rows.length > PAGE_SIZE ? rows[PAGE_SIZE - 1] : undefined
      const page = {
        rows: rows
          .slice(0, PAGE_SIZE)
          .map(row => ('mock' in row ? toInsideFileRow(row, rowOptions) : toVisitFileRow(row, rowOptions))),
        next: lastRow && { at: lastRow.at_exact, id: lastRow.id },
      }
      if (after) return { ...page, total: null }
      const total = await countRows(tx, zoneId, exportWindow)
      await noteExport(tx, actor, { zoneId, kind, format, from, to, rows: total, withPoints })
      return { ...page, total }
    })

  const firstPage = await readPage()
  const language = await db.asActor(actor, readOwnLanguage)
  async function* readPages() {
    for (let page = firstPage; ; page = await readPage(page.next)) {
      yield page.rows
      if (!page.next) return
    }
  }
  const baseName = exportWindow
    ? `visits-${toTimestamp(exportWindow.from)}-to-${toTimestamp(exportWindow.to)}`
    : `inside-${toTimestamp(now.toISOString())}`
  return {
    name: `${baseName}.${format}`,
    mediaType: mediaTypes[format],
    content: Readable.from(writeContent({ kind, format, language }, exportColumns[kind], readPages()), {
      objectMode: false,
    }),
    headers: { [exportRowsHeader]: String(firstPage.total) },
  }
}
