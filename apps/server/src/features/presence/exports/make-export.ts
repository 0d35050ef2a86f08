import { Readable } from 'node:stream'
import { exportRowsHeader, maxSheetRows, type PresenceExport } from '@muster/contract/presence-exports.ts'
import { limits } from '@muster/domain/limits.ts'
import { mayInZone } from '@muster/domain/zone-permission.ts'
import type { Database, Tx } from '../../../db/database.ts'
import type { MadeFile } from '../../../doors/send-made-file.ts'
import { createInZoneAccess } from '../../../rpc/access.ts'
import { enterInputZone } from '../../../rpc/calling.ts'
import type { ResourceActor } from '../../../rpc/define-resource.ts'
import { fail } from '../../../rpc/fail.ts'
import { readOwnLanguage } from '../../../rpc/reading-language.queries.ts'
import { listBadgeRoll } from '../../badges/index.ts'
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
import { createQueueFullError, fileQueue } from './file-queue.ts'
import { noteExport } from './note-export.ts'
import { readRoll, readSortedRows, readUnsortedRows } from './read-roll.ts'
import { rollColumns, toBadgeEntries, toRollEntries, toVisitorFileRow } from './roll-rows.ts'
import { listVisitorsOnRoll } from './roll-visitors.queries.ts'
import { writeRollPdf } from './write-roll-pdf.ts'

type Deps = {
  readonly db: Pick<Database, 'asActor'>
  readonly retentionDays: number
  /** The time zone of organisations without one of their own. */
  readonly timeZone: string
}

/** The job that makes a file. It has no session: PIN entry was checked when the file was requested. */
type ExportJob = { readonly signal: AbortSignal; readonly onProgress: (percent: number) => void }

const PAGE_SIZE = 2_000
const exportPermission = createInZoneAccess('view_attendance')
const toTimestamp = (time: string) => time.slice(0, 16).replace(/[T:]/g, '-')

/**
 * People inside are sorted like the printed roll, up to `maxSheetRows`; larger CSVs and the rest go page by page in order of entry,
 * and each page checks access again. GeoJSON has points for those who may track. Logged, by a job with
 * `logExport` once its file is finished. Throws FORBIDDEN, ZONE_NOT_FOUND, ZONE_ENTRY_REQUIRED, TOO_MANY_REQUESTS and, outside jobs,
 * PDF_TOO_LARGE.
 */
export async function makeExport(
  { db, retentionDays, timeZone }: Deps,
  actor: ResourceActor,
  request: PresenceExport,
  job?: ExportJob,
): Promise<MadeFile & { readonly withPhones: boolean; readonly logExport: (tx: Tx) => Promise<void> }> {
  const { zoneId, kind, format, from, to } = request
  const now = new Date()
  const exportWindow =
    kind === 'visits' && from && to ? { from, to, keptSince: retentionStart(retentionDays) } : undefined

  const access = { ...exportPermission, pin: !job }
  const readPage = async (tx: Tx, after?: ExportCursor) => {
    const zone = await enterInputZone(tx, access, actor, zoneId)
    const withPoints = format === 'geojson' && mayInZone(zone, 'track_live_locations')
    const paging = { after, limit: PAGE_SIZE + 1 }
    const rows: (InsideExportRow | VisitExportRow)[] = exportWindow
      ? await listVisitRows(tx, zoneId, exportWindow, withPoints, paging)
      : await listInsideRows(tx, zoneId, withPoints, paging)
    const lastRow = rows.length > PAGE_SIZE ? rows[PAGE_SIZE - 1] : undefined
    return {
      rows: rows.slice(0, PAGE_SIZE),
      withPoints,
      withPhones: mayInZone(zone, 'view_zone_users'),
      next: lastRow && { at: lastRow.at_exact, id: lastRow.id },
    }
  }

  // Jobs have a queue of their own.
  const isQueued = !job && (format === 'pdf' || format === 'xlsx')
  if (isQueued && !fileQueue.hasCapacity('')) throw createQueueFullError()
  const { counts, badgePeople, visitors, logExport, ...firstPage } = await db.asActor(actor, async tx => {
    const page = await readPage(tx)
    const isRoll = kind === 'inside' && format !== 'geojson'
    const badgePeople = isRoll ? await listBadgeRoll(tx, zoneId, now.getTime()) : []
    const visitors = isRoll ? await listVisitorsOnRoll(tx, zoneId) : []
    const phoneCounts = await countRows(tx, zoneId, exportWindow)
    const rowCounts = {
      total: phoneCounts.total + badgePeople.length,
      unseen: phoneCounts.unseen + badgePeople.filter(it => it.unseen).length,
    }
    const rows = rowCounts.total + visitors.length
    if (format === 'pdf' && !job && rows > limits.directPdfRows) throw fail('PDF_TOO_LARGE')
    const logExport = (tx: Tx) =>
      noteExport(tx, actor, { zoneId, kind, format, from, to, rows, withPoints: page.withPoints })
    if (!job) await logExport(tx)
    return { ...page, counts: rowCounts, badgePeople, visitors, logExport }
  })
  const language = await db.asActor(actor, readOwnLanguage)
  const rollOptions = { now: now.getTime(), language }
  async function* readPages() {
    let page = firstPage
    yield page
    while (page.next) {
      const { next } = page
      page = await db.asActor(actor, tx => readPage(tx, next))
      yield page
    }
  }
  async function* readFileRows() {
    for await (const { rows, withPhones } of readPages()) {
      const rowOptions = { now: now.getTime(), withPhones }
      yield rows.map(row =>
        isInsideRow(row) ? toInsideFileRow(row, rowOptions) : toVisitFileRow(row, rowOptions),
      )
    }
  }
  async function* readRollEntries() {
    for await (const { rows, withPhones } of readPages())
      yield toRollEntries(rows.filter(isInsideRow), { withPhones, language })
    yield toBadgeEntries(badgePeople, firstPage.withPhones)
  }
  async function* readRollRows() {
    yield* readMemberRows()
    if (visitors.length > 0)
      yield visitors.map((it, index) => toVisitorFileRow(it, counts.total + index + 1, firstPage.withPhones))
  }
  const readMemberRows = () =>
    format === 'csv' && counts.total > maxSheetRows
      ? readUnsortedRows(readRollEntries(), rollOptions)
      : readSortedRows(readRollEntries(), rollOptions)
  const makeRollPdf = async () => {
    const zone = await db.asActor(actor, tx => findRollZone(tx, zoneId, timeZone))
    const rows = await readRoll(readRollEntries(), rollOptions)
    return writeRollPdf(rows, {
      ...{ zone, language, at: now.getTime(), counts },
      visitors: firstPage.withPhones ? visitors : visitors.map(it => ({ ...it, phone: '' })),
      ...job,
    })
  }
  async function* writePdf() {
    yield await (isQueued ? fileQueue.run('', makeRollPdf) : makeRollPdf())
  }
  const writeFile = () => {
    if (format === 'pdf') return writePdf()
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
    headers: { [exportRowsHeader]: String(counts.total + visitors.length) },
    withPhones: firstPage.withPhones,
    logExport,
  }
}

const isInsideRow = (row: InsideExportRow | VisitExportRow): row is InsideExportRow => 'mock' in row
