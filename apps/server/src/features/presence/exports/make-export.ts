import { Readable } from 'node:stream'
import { exportRowsHeader, maxSheetRows, type PresenceExport } from '@muster/contract/presence-exports.ts'
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
import {
  countRows,
  type ExportCursor,
  findRollZone,
  type InsideExportRow,
  listInsideRows,
  listVisitRows,
  type VisitExportRow,
} from './exports.queries.ts'
import { noteExport } from './note-export.ts'
import { rollColumns, toRoll, toRollFileRow } from './roll-rows.ts'
import { writeRollPdf } from './write-roll-pdf.ts'

type Deps = {
  readonly db: Pick<Database, 'asActor'>
  readonly retentionDays: number
  /** The time zone of organisations without one of their own. */
  readonly timeZone: string
}

/** Rows per page. */
const PAGE_SIZE = 2_000
const exportPermission = createInZoneAccess('view_attendance')
const toTimestamp = (time: string) => time.slice(0, 16).replace(/[T:]/g, '-')

/**
 * Exports the people inside a zone, or its visits, as a stream that is read page by page. People inside are sorted like the printed
 * roll, except in GeoJSON, which includes points for viewers who may track live locations. Access is checked again for each page,
 * and the export is recorded in the security log. Throws FORBIDDEN, ZONE_NOT_FOUND, ZONE_ENTRY_REQUIRED.
 */
export async function makeExport(
  { db, retentionDays, timeZone }: Deps,
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
      const rows: (InsideExportRow | VisitExportRow)[] = exportWindow
        ? await listVisitRows(tx, zoneId, exportWindow, withPoints, paging)
        : await listInsideRows(tx, zoneId, withPoints, paging)
      const lastRow = rows.length > PAGE_SIZE ? rows[PAGE_SIZE - 1] : undefined
      const page = {
        rows: rows.slice(0, PAGE_SIZE),
        withPhones: mayInZone(zone, 'view_zone_users'),
        next: lastRow && { at: lastRow.at_exact, id: lastRow.id },
      }
      if (after) return { ...page, total: null }
      const total = await countRows(tx, zoneId, exportWindow)
      await noteExport(tx, actor, { zoneId, kind, format, from, to, rows: total, withPoints })
      return { ...page, total }
    })

  const firstPage = await readPage()
  const { withPhones } = firstPage
  const language = await db.asActor(actor, readOwnLanguage)
  async function* readPages() {
    for (let page = firstPage; ; page = await readPage(page.next)) {
      yield page.rows
      if (!page.next) return
    }
  }
  async function* readFileRows() {
    const rowOptions = { now: now.getTime(), withPhones }
    for await (const rows of readPages())
      yield rows.map(row =>
        isInsideRow(row) ? toInsideFileRow(row, rowOptions) : toVisitFileRow(row, rowOptions),
      )
  }
  async function* readRollRows() {
    yield (await readRoll()).map(toRollFileRow)
  }
  async function readRoll() {
    const rows: InsideExportRow[] = []
    for await (const page of readPages()) rows.push(...page.filter(isInsideRow))
    return toRoll(rows, { now: now.getTime(), withPhones, language })
  }
  async function* makeRollPdf() {
    const zone = await db.asActor(actor, tx => findRollZone(tx, zoneId, timeZone))
    const rows = (await readRoll()).slice(0, maxSheetRows)
    yield await writeRollPdf(rows, { zone, language, at: now.getTime() })
  }
  const writeFile = () => {
    if (format === 'pdf') return makeRollPdf()
    return kind === 'inside' && format !== 'geojson'
      ? writeContent({ kind, format, language }, rollColumns, readRollRows())
      : writeContent({ kind, format, language }, exportColumns[kind], readFileRows())
  }
  const baseName = exportWindow
    ? `visits-${toTimestamp(exportWindow.from)}-to-${toTimestamp(exportWindow.to)}`
    : `inside-${toTimestamp(now.toISOString())}`
  return {
    name: `${baseName}.${format}`,
    mediaType: mediaTypes[format],
    content: Readable.from(writeFile(), { objectMode: false }),
    headers: { [exportRowsHeader]: String(firstPage.total) },
  }
}

const isInsideRow = (row: InsideExportRow | VisitExportRow): row is InsideExportRow => 'mock' in row
