import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { maxSheetRows, type PresenceExport } from '@muster/contract/presence-exports.ts'
import { limits } from '@muster/domain/limits.ts'
import { mayInZone } from '@muster/domain/zone-permission.ts'
import type { Database, Tx } from '../../../db/database.ts'
import { makeInThread } from '../../../lib/make-in-thread.ts'
import { mediaTypes } from '../../../lib/media-types.ts'
import { createInZoneAccess } from '../../../rpc/access.ts'
import { enterInputZone } from '../../../rpc/calling.ts'
import type { ResourceActor } from '../../../rpc/define-resource.ts'
import { createBusyError, fail } from '../../../rpc/fail.ts'
import { readOwnLanguage } from '../../../rpc/reading-language.queries.ts'
import { listBadgeRoll } from '../../badges/index.ts'
import { audit } from '../../security/index.ts'
import { retentionStart } from '../retention-start.ts'
import { fileQueue, writeContent } from './export-file.ts'
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
import { readRoll, readSortedRows, readUnsortedRows } from './read-roll.ts'
import type { toRollPdf } from './roll-pdf.ts'
import { rollColumns, toBadgeEntries, toRollEntries, toVisitorFileRow } from './roll-rows.ts'
import { listVisitorsOnRoll } from './roll-visitors.queries.ts'

type Deps = {
  readonly db: Pick<Database, 'asActor'>
  readonly retentionDays: number
  /** The time zone of organisations without one of their own. */
  readonly timeZone: string
}

/** Set for a job, which has no session: PIN entry was checked when the file was requested. */
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
) {
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
  if (isQueued && !fileQueue.hasCapacity('')) throw createBusyError()
  const { counts, badgePeople, visitors, logExport, ...firstPage } = await db.asActor(actor, async tx => {
    const page = await readPage(tx)
    const isRoll = kind === 'inside' && format !== 'geojson'
    const badgePeople = isRoll ? await listBadgeRoll(tx, zoneId) : []
    const visitors = isRoll ? await listVisitorsOnRoll(tx, zoneId) : []
    const phoneCounts = await countRows(tx, zoneId, exportWindow)
    const rowCounts = {
      total: phoneCounts.total + badgePeople.length,
      unseen: phoneCounts.unseen + badgePeople.filter(it => it.unseen).length,
    }
    const rows = rowCounts.total + visitors.length
    if (format === 'pdf' && !job && rows > limits.directPdfRows) throw fail('PDF_TOO_LARGE')
    const logExport = (tx: Tx) => appendExport(tx, actor, request, { rows, withPoints: page.withPoints })
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
    const people = await readRoll(readRollEntries(), rollOptions)
    const isCut = people.length >= maxSheetRows && counts.total > people.length
    return makeInThread<typeof toRollPdf>(
      new URL('./roll-pdf.ts', import.meta.url),
      'toRollPdf',
      {
        ...{ zone, language, at: now.getTime(), people },
        visitors: firstPage.withPhones ? visitors : visitors.map(it => ({ ...it, phone: '' })),
        ...(isCut && { counts }),
      },
      job?.signal,
      job?.onProgress,
    )
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
    rows: counts.total + visitors.length,
    withPhones: firstPage.withPhones,
    logExport,
  }
}

const isInsideRow = (row: InsideExportRow | VisitExportRow): row is InsideExportRow => 'mock' in row

/** Logs that a zone's presence data was exported and, if it includes positions, that positions were viewed. */
async function appendExport(
  tx: Tx,
  { userId }: ResourceActor,
  { zoneId, kind, format, from, to }: PresenceExport,
  { rows, withPoints }: { readonly rows: number; readonly withPoints: boolean },
): Promise<void> {
  const accessType = `${kind}_${format}`
  const facts = { actorId: userId, accessType, zoneId }
  const isInside = kind === 'inside'
  const exported = isInside ? 'data_access:inside_exported' : 'data_access:visits_exported'
  await audit(tx, exported, { ...facts, rows, from, to })
  const located = isInside ? 'location_access:inside_exported' : 'location_access:visits_exported'
  if (withPoints) await audit(tx, located, facts)
}

/**
 * Makes the PDF of the people inside a zone in a job, as the actor sees them. Of more than `maxSheetRows` people, it lists those who
 * came in first, and says so.
 */
export async function makeRollFile(
  deps: Deps,
  actor: ResourceActor,
  zoneId: string,
  ...[signal, onProgress]: readonly [AbortSignal, (percent: number) => void]
) {
  const { content, withPhones, ...file } = await makeExport(
    deps,
    actor,
    { zoneId, kind: 'inside', format: 'pdf' },
    { signal, onProgress },
  )
  return { ...file, content: await buffer(content), visibleScope: { phones: withPhones ? [zoneId] : [] } }
}

/** Returns what the actor may see in the list of who is inside. Throws FORBIDDEN, ZONE_NOT_FOUND, ZONE_ENTRY_REQUIRED. */
export async function readRollScope(tx: Tx, actor: ResourceActor, zoneId: string) {
  const zone = await enterInputZone(tx, exportPermission, actor, zoneId)
  return { phones: mayInZone(zone, 'view_zone_users') ? [zone.id] : [] }
}
