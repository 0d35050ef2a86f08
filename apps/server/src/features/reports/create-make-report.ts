import type { ReportDocument } from '@muster/contract/report-document.ts'
import type { Report } from '@muster/contract/reports.ts'
import { createRowFilter, type RowFilter } from '@muster/domain/report-rows.ts'
import { NO_ACTOR } from '../../db/actor.ts'
import type { Tx } from '../../db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { readOwnLanguage } from '../../rpc/reading-language.queries.ts'
import { findGroups } from '../groups/index.ts'
import { hiddenName, keptSince } from '../presence/index.ts'
import { readNamesById } from './attendance.queries.ts'
import { sumCells } from './build-document.ts'
import { makeReport } from './make-report.ts'
import { formatNameWithCode } from './name-with-code.ts'
import type { MakeReport, ReportRequest } from './report-request.ts'
import type { Scope } from './report-scope.ts'
import { isOwnReport, requireOrderedReport } from './reports.policy.ts'
import { findOwnName, findZoneLanguage, hasNamesakeInZone } from './reports.queries.ts'

/**
 * Limits a report to the rows that match the filter, recomputes the totals and adds a description of the filter. Returns the
 * document unchanged if the filter is empty.
 */
export function filterRows({ document, charts }: Report, filter: RowFilter): ReportDocument {
  const matchesFilter = createRowFilter(document.columns, filter)
  if (!matchesFilter) return document
  const { search, bar } = filter
  const rows = document.rows.filter(matchesFilter)
  const chart = charts.find(({ column }) => column === bar?.column)
  return {
    ...document,
    filter: {
      ...(search && { search }),
      ...(bar && {
        bar: {
          label: document.columns.find(({ key }) => key === bar.column)?.label ?? bar.column,
          value: chart?.bars.find(({ value }) => value === bar.value)?.label ?? bar.value,
        },
      }),
      allRows: document.rows.length,
    },
    columns: document.columns.map((column, at) => ({
      ...column,
      total: column.total === null ? null : sumCells(rows.map(row => row[at])),
    })),
    rows,
  }
}

/** For an approved request. Null `actorId`: as the database owner, in the language of the zone instead of a person's. */
export function createReadReport({ env }: Pick<Platform, 'env'>) {
  return async (
    tx: Tx,
    request: ReportRequest,
    actorId: string | null,
    zoneIds: string[],
  ): Promise<Report> => {
    const { kind, zoneId, rows: _, ...scopeFields } = request
    const scope: Scope = {
      ...scopeFields,
      zoneIds,
      installation: env.TIME_ZONE,
      keptSince: keptSince(env.RETENTION_DAYS),
      asActor: actorId !== null,
    }
    const language = await (actorId === null ? findZoneLanguage(tx, zoneId) : readOwnLanguage(tx))
    if (actorId !== null && isOwnReport(request, actorId))
      return makeReport(tx, kind, scope, {
        subject: await findOwnName(tx, actorId),
        ofAllZones: true,
        language,
      })
    const filterNames = await findFilterNames(tx, request)
    const { person } = filterNames
    const { document, ...otherFields } = await makeReport(tx, kind, scope, {
      person,
      ofAllZones: zoneId === null,
      language,
    })
    return { ...otherFields, document: { ...document, ...filterNames } }
  }
}

/** Finds the name of the group or person a zone's report is limited to, which every format states. */
async function findFilterNames(tx: Tx, { zoneId, groupId, userId }: ReportRequest) {
  const [group] = await findGroups(tx, null, [groupId])
  const person = userId === null ? undefined : (await readNamesById(tx, [userId])).get(userId)
  const hasNamesake = userId !== null && zoneId !== null && (await hasNamesakeInZone(tx, userId, zoneId))
  return {
    ...(group && { group: group.name }),
    ...(userId !== null && {
      person: person ? formatNameWithCode(person, hasNamesake) : hiddenName,
    }),
  }
}

/**
 * Only data the person may see when it is built. No PIN: a job has no session, and entry was checked when the file was requested.
 */
export function createMakeReport({ db, env }: Pick<Platform, 'db' | 'env'>): MakeReport {
  const readReport = createReadReport({ env })
  return async (request, actor, signal, onProgress) => {
    signal.throwIfAborted()
    const readZones = async (tx: Tx, zoneIds: string[]) => {
      onProgress(25)
      return readReport(tx, request, actor?.userId ?? null, zoneIds)
    }
    const report = await (actor
      ? db.asActor({ ...NO_ACTOR, userId: actor.userId }, async tx =>
          readZones(tx, await requireOrderedReport(tx, actor.userId, request, actor.zoneIds)),
        )
      : db.asOwner('a schedule asks for it, and no person', tx => readZones(tx, toZoneIds(request))))
    return filterRows(report, request.rows ?? {})
  }
}

const toZoneIds = ({ zoneId }: ReportRequest) => (zoneId === null ? [] : [zoneId])
