import { basename } from 'node:path'
import type { Platform } from '../../../platform/platform.ts'
import { api, canSee, signedIn } from '../../../rpc/base.ts'
import { fail } from '../../../rpc/fail.ts'
import { createRateLimit } from '../../../rpc/rate-limit.ts'
import { readLanguage, readOwnLanguage } from '../../../rpc/reading-language.queries.ts'
import { audit } from '../../security/index.ts'
import { requireFileAccess } from './may-read-report.ts'
import { ownRunRule, readyRunRule } from './report-runs.policy.ts'
import { beginRun, cancelRun, listRuns } from './report-runs.queries.ts'
import { runView } from './report-runs.view.ts'
import { toRunRequest } from './to-run-request.ts'

/** Rate limits for each person. Reports do not use up the requests for lists of people, which are urgent. */
const reportRate = { name: 'report-runs', points: 60, seconds: 3_600 }
const rollRate = { name: 'roll-runs', points: 60, seconds: 3_600 }

/** Procedures to request, follow and download report files. */
export function reportRunsProcedures({ reportQueue, env }: Pick<Platform, 'reportQueue' | 'env'>) {
  return {
    list: api.reportRuns.list.use(signedIn()).handler(async ({ context: { tx } }) => {
      const language = await readOwnLanguage(tx)
      return { runs: (await listRuns(tx)).map(row => runView(row, language)) }
    }),

    get: api.reportRuns.get
      .use(canSee(ownRunRule))
      .handler(async ({ context: { tx, run } }) => runView(run, await readOwnLanguage(tx))),

    begin: api.reportRuns.begin
      .use(
        signedIn(null, {
          withoutTx: 'what the person may see is asked as them, and the job is queued as the owner',
        }),
      )
      .handler(async ({ context: { db, actor }, input }) => {
        await createRateLimit(db.pool, 'format' in input ? reportRate : rollRate).take(actor.userId)
        const { priority, ...request } = await db.asActor(actor, tx =>
          toRunRequest(tx, actor, input, env.TIME_ZONE),
        )
        return db.asOwner('the job is queued in the same transaction', async tx => {
          const run = await beginRun(tx, { ...request, userId: actor.userId, requestId: input.requestId })
          if (!run) throw fail('REPORTS_WAITING')
          if (run.isNew) await reportQueue.add(run.run.id, tx, priority)
          return runView(run.run, await readLanguage(tx, actor.userId))
        })
      }),

    open: api.reportRuns.open
      .use(canSee(readyRunRule))
      .handler(async ({ context: { tx, actor, linkTo, readyRun: run } }) => {
        await requireFileAccess(tx, actor, run)
        const { kind, format, zone_id: zoneId, person_id: personId, from_day: from, to_day: to, rows } = run
        await audit(tx, 'data_access:report', {
          actorId: actor.userId,
          aboutId: personId,
          accessType: `report_${kind}_${format}`,
          words: { report: `${kind}_${format}` },
          zoneId,
          rows,
          from,
          to,
        })
        return { url: linkTo(run.path), fileName: basename(run.path) }
      }),

    cancel: api.reportRuns.cancel
      .use(canSee(ownRunRule, null, { asOwner: 'requests may not write runs' }))
      .handler(async ({ context: { tx, actor, run } }) =>
        runView((await cancelRun(tx, run.id)) ?? run, await readLanguage(tx, actor.userId)),
      ),
  }
}
