import type { Report } from '@muster/contract/reports.ts'
import { dayIn } from '@muster/domain/report-span.ts'
import { createConcurrencyLimit } from '../../lib/concurrency-limit.ts'
import type { Platform } from '../../platform/platform.ts'
import { api, inZone, signedIn } from '../../rpc/base.ts'
import type { SignedInActor } from '../../rpc/context.ts'
import { createBusyError } from '../../rpc/fail.ts'
import { createReadReport } from './create-make-report.ts'
import type { ReportRequest } from './report-request.ts'
import { requireLastFortnight, requireReport } from './reports.policy.ts'
import { findTimeZone } from './reports.queries.ts'

const rateLimit = { name: 'report', points: 60, seconds: 60 }
const OWNER_REASON = 'no connection is held by who waits for the reports of others'

/** Procedures for reports on screen. Reports are expensive, so only one runs at a time per person, and two per node. */
export function reportsProcedures({ db, env }: Pick<Platform, 'db' | 'env'>) {
  const readReport = createReadReport({ env })
  const personLimit = createConcurrencyLimit({
    running: 1,
    waiting: 4,
    createFullError: createBusyError,
  })
  const nodeLimit = createConcurrencyLimit({
    running: 2,
    waiting: 100,
    createFullError: createBusyError,
  })
  const runReport = (actor: SignedInActor, request: ReportRequest): Promise<Report> =>
    personLimit.run(actor.userId, () =>
      nodeLimit.run('', () =>
        db.asActor(actor, async tx =>
          readReport(tx, request, actor.userId, await requireReport(tx, actor, request)),
        ),
      ),
    )

  return {
    zone: api.reports.zone
      .use(inZone('download_monthly_reports', { withoutTx: OWNER_REASON }))
      .handler(({ context: { actor }, input: { groupId = null, userId = null, ...input } }) =>
        runReport(actor, { ...input, groupId, userId }),
      ),

    // No role is checked here. `requireReport` checks access, because the person's role in the zone may differ from their
    // account's role.
    all: api.reports.all
      .use(signedIn(null, { withoutTx: OWNER_REASON, rateLimit }))
      .handler(({ context: { actor }, input }) =>
        runReport(actor, { ...input, zoneId: null, groupId: null, userId: null }),
      ),

    mine: api.reports.mine
      .use(signedIn(null, { withoutTx: OWNER_REASON, rateLimit }))
      .handler(({ context: { actor }, input }) => {
        requireLastFortnight(input, env.TIME_ZONE)
        const ownRequest = { kind: 'attendance', zoneId: null, groupId: null, userId: actor.userId } as const
        return runReport(actor, { ...input, ...ownRequest })
      }),

    calendar: api.reports.calendar.use(signedIn()).handler(async ({ context: { tx }, input }) => {
      const timeZone = await findTimeZone(tx, input.zoneId, env.TIME_ZONE)
      return { timeZone, today: dayIn(timeZone, Date.now()) }
    }),
  }
}
