import type { Report } from '@muster/contract/reports.ts'
import type { Platform } from '../../app/platform.ts'
import { nobody } from '../../db/actor.ts'
import type { Tx } from '../../db/database.ts'
import { keptSince } from '../presence/index.ts'
import { makeReport } from './make-report.ts'
import type { Scope } from './report-scope.ts'
import type { MakeReport, ReportWish } from './report-wish.ts'
import { isOwn, zonesOfOwn } from './reports.policy.ts'
import { findOwnName, listReportZones } from './reports.queries.ts'

/** Reads the report of a wish that was found to be allowed, about these zones; `actorId` null: for nobody, as the owner. */
export function createReadReport({ env }: Pick<Platform, 'env'>) {
  return async (tx: Tx, wish: ReportWish, actorId: string | null, zoneIds: string[]): Promise<Report> => {
    const { kind, zoneId, ...of } = wish
    const scope: Scope = {
      ...of,
      zoneIds,
      installation: env.TIME_ZONE,
      keptSince: keptSince(env.RETENTION_DAYS),
      asActor: actorId !== null,
    }
    const subject =
      actorId !== null && isOwn(wish, actorId) ? { subject: await findOwnName(tx, actorId) } : {}
    return makeReport(tx, kind, scope, { ...subject, ofAllZones: zoneId === null })
  }
}

/**
 * Makes the reports that jobs write to files. For a person as they see it now, but for their session: a job has none, and whether they had
 * entered with their PIN was asked when they asked for the file.
 */
export function createMakeReport({ db, env }: Pick<Platform, 'db' | 'env'>): MakeReport {
  const read = createReadReport({ env })
  return async (wish, actor, signal) => {
    signal.throwIfAborted()
    const { document } = await (actor
      ? db.asActor({ ...nobody, userId: actor.userId }, async tx =>
          read(tx, wish, actor.userId, await zonesOf(tx, wish, actor.userId)),
        )
      : db.asOwner('a schedule asks for it, and no person', tx => read(tx, wish, null, zoneOf(wish))))
    return document
  }
}

const zoneOf = ({ zoneId }: ReportWish) => (zoneId === null ? [] : [zoneId])

async function zonesOf(tx: Tx, wish: ReportWish, actorId: string): Promise<string[]> {
  if (isOwn(wish, actorId)) return zonesOfOwn(tx)
  const zones = await listReportZones(tx, 'download_monthly_reports')
  const ids = zones.map(({ id }) => id)
  return wish.zoneId === null ? ids : ids.filter(id => id === wish.zoneId)
}
