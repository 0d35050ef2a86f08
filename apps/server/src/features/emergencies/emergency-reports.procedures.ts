import { id } from '@muster/contract/ids.ts'
import { limits } from '@muster/domain/limits.ts'
import { z } from 'zod'
import type { Platform } from '../../platform/platform.ts'
import { api, inZoneOf, signedIn } from '../../rpc/base.ts'
import { createCursors } from '../../rpc/paging.ts'
import { addFinding } from './add-finding.ts'
import { ofEmergency, ofManagedEmergency, ofViewedEmergency } from './emergencies.policy.ts'
import { findingViews, recordView, reportRowView } from './emergency-reports.view.ts'
import { exportReport } from './export-report.ts'
import { listFindings, listOpenFindings } from './findings.queries.ts'
import { loadPersonNames } from './person-names.ts'
import { checkRecord } from './record-emergency.ts'
import { listReportRows } from './report.queries.ts'

const rowCursors = createCursors('report of an emergency', { name: [z.string(), 'sort_name'], id })

const findingLimit = { name: 'emergency-finding', points: 60, seconds: 10 * 60 }
const wholeRollLimit = { name: 'emergency-record', points: 120, seconds: 10 * 60 }
const maxLateAnswers = 200

/** Procedures for what follows an emergency: its record, the export and the findings. */
export const createEmergencyReportsProcedures = ({ env }: Pick<Platform, 'env'>) => ({
  record: api.emergencyReports.record
    .use(
      inZoneOf(ofViewedEmergency, 'view_attendance', {
        asOwner: 'the record is in the security log, which people who manage a zone may not read',
        rateLimit: wholeRollLimit,
      }),
    )
    .handler(async ({ context: { tx, emergency } }) => {
      const record = await checkRecord(tx, emergency, {
        zoneIds: emergency.sees_all ? null : emergency.viewed_zone_ids,
        limit: maxLateAnswers,
      })
      return { record: record ? recordView(record) : null }
    }),

  rows: api.emergencyReports.rows
    .use(inZoneOf(ofEmergency, 'view_attendance'))
    .handler(async ({ context: { tx, emergency }, input: { cursor, limit } }) => {
      const page = await rowCursors.read({ cursor, limit }, it => listReportRows(tx, emergency, it))
      const names = await loadPersonNames(
        tx,
        page.rows.map(it => it.claim?.claimedBy ?? null),
      )
      return page.map(row => reportRowView(row, names))
    }),

  exportCsv: api.emergencyReports.exportCsv
    .use(inZoneOf(ofEmergency, 'view_attendance', { rateLimit: wholeRollLimit }))
    .handler(({ context: { tx, emergency } }) => exportReport(tx, emergency, env.TIME_ZONE)),

  findings: api.emergencyReports.findings
    .use(inZoneOf(ofEmergency, 'view_attendance'))
    .handler(async ({ context: { tx, emergency } }) => {
      const rows = await listFindings(tx, emergency.id, limits.emergencyFindingsMost)
      return { findings: await findingViews(tx, rows) }
    }),

  openFindings: api.emergencyReports.openFindings.use(signedIn()).handler(async ({ context: { tx } }) => {
    const { rows, total } = await listOpenFindings(tx, limits.openFindingsMost)
    return { findings: await findingViews(tx, rows), total }
  }),

  addFinding: api.emergencyReports.addFinding
    .use(
      inZoneOf(ofManagedEmergency, 'broadcast', {
        asOwner: 'people who manage the emergency add its findings, also of another zone',
        rateLimit: findingLimit,
      }),
    )
    .handler(async ({ context, input: { emergencyId: _, ...form } }) => ({
      hazardId: await addFinding(context, context.emergency, { ...form, addedBy: context.actor.userId }),
    })),
})
