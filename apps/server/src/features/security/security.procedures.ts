import { id, instant } from '@muster/contract/ids.ts'
import { needsPin, roles } from '@muster/domain/role.ts'
import { rateSuspicion } from '@muster/domain/suspicion.ts'
import { z } from 'zod'
import { api, signedIn } from '../../rpc/base.ts'
import { fail } from '../../rpc/fail.ts'
import { createCursors } from '../../rpc/paging.ts'
import {
  countBreachNotices,
  insertBreachNotice,
  listBreachNotices,
  readBreachNotice,
} from './breach-notices.queries.ts'
import { exportEvents } from './export-events.ts'
import type { LogGuard } from './guard-log.ts'
import { maySeeLocation } from './location-access.queries.ts'
import { securityPolicy } from './security.policy.ts'
import { appendLoggedEvent, audit, readRlsAudit } from './security.queries.ts'
import { breachNoticeView, eventView, joinName, listZoneIds, toAccountState } from './security.view.ts'
import { countLastDay, listEvents, listNamedZones } from './security-log.queries.ts'
import { countFailures, listSuspiciousAccounts, readAccount } from './sign-ins.queries.ts'

/** Limits each person's writes to the log, which keeps every event for the whole retention period. */
const logWriteLimit = { name: 'security-log', points: 120, seconds: 60 }

const eventCursors = createCursors('security events', [z.int().min(0), 'number'])
const noticeCursors = createCursors('breach notices', { createdAt: [instant, 'created_at_exact'], id })

const pinRoles = roles.filter(needsPin)

export function securityProcedures({ verify: verifyLog }: Pick<LogGuard, 'verify'>) {
  return {
    auditRlsCompliance: api.security.auditRlsCompliance
      .use(signedIn('view_security'))
      .handler(async ({ context: { tx } }) => {
        const { tables, findings } = await readRlsAudit(tx)
        return {
          tablesChecked: tables,
          compliant: findings.length === 0,
          findings: findings.map(row => ({
            schema: row.schema_name,
            table: row.table_name,
            problem: row.problem,
          })),
        }
      }),

    logEvent: api.security.logEvent
      .use(signedIn(null, { rateLimit: logWriteLimit }))
      .handler(async ({ context: { tx, actor }, input }) => {
        securityPolicy.log(actor, input)
        const id = await appendLoggedEvent(tx, {
          type: input.type,
          description: input.description,
          actorId: actor.userId,
          affectedUserId: input.affectedUserId ?? null,
          metadata: input.metadata,
        })
        return { id }
      }),

    logLocationAccess: api.security.logLocationAccess
      .use(signedIn(null, { rateLimit: logWriteLimit }))
      .handler(async ({ context: { tx, actor }, input: { accessedUserId, accessType, zoneId } }) => {
        // Hidden and missing people get the same refusal.
        if (!(await maySeeLocation(tx, actor, { accessedUserId, zoneId, pinRoles }))) throw fail('FORBIDDEN')
        const [id = ''] = await audit(tx, 'location_access:person', {
          actorId: actor.userId,
          aboutId: accessedUserId,
          accessType,
          zoneId: zoneId ?? null,
        })
        return { id }
      }),

    checkSuspiciousActivity: api.security.checkSuspiciousActivity
      .use(signedIn('view_security'))
      .handler(async ({ context: { tx, actor }, input }) => {
        const account = await readAccount(tx, input.userEmail)
        const failureCounts = account ? await countFailures(tx, account.id) : { recent: 0, total: 0 }
        return {
          userId: account?.id ?? null,
          account: account ? toAccountState(actor, account) : null,
          recentFailures: failureCounts.recent,
          totalFailures: failureCounts.total,
          ...rateSuspicion(failureCounts),
        }
      }),

    dashboard: api.security.dashboard
      .use(signedIn('view_security'))
      .handler(async ({ context: { tx, actor } }) => {
        const dayCounts = await countLastDay(tx)
        const accounts = await listSuspiciousAccounts(tx)
        return {
          last24Hours: {
            events: dayCounts.events,
            failedSignIns: dayCounts.failed_sign_ins,
            successfulSignIns: dayCounts.successful_sign_ins,
            failedPins: dayCounts.failed_pins,
            locationAccesses: dayCounts.location_accesses,
          },
          suspiciousAccounts: accounts.map(row => ({
            userId: row.id,
            name: joinName(row.first_name, row.last_name) ?? '',
            email: row.email,
            recentFailures: row.recent,
            totalFailures: row.total,
            ...toAccountState(actor, row),
          })),
          breachNotices: await countBreachNotices(tx),
        }
      }),

    events: api.security.events
      .use(signedIn('view_security'))
      .handler(async ({ context: { tx }, input: { cursor, limit, ...filter } }) => {
        const page = await eventCursors.read({ cursor, limit }, it => listEvents(tx, filter, it))
        const zones = await listNamedZones(tx, page.rows.flatMap(listZoneIds))
        return page.map(row => eventView(row, zones))
      }),

    eventsCsv: api.security.eventsCsv
      .use(signedIn('view_security'))
      .handler(async ({ context: { tx, actor }, input }) => {
        const { file, rows } = await exportEvents(tx, input)
        await audit(tx, 'security_log_exported', { actorId: actor.userId, rows, filter: input })
        return file
      }),

    verifyChain: api.security.verifyChain
      .use(signedIn('view_security', { withoutTx: 'one transaction a page: a long one holds back the feed' }))
      .handler(async () => {
        const { events, intact, firstBroken, problem } = await verifyLog()
        return { events, intact, firstBroken, problem }
      }),

    breachNotices: api.security.breachNotices
      .use(signedIn('view_security'))
      .handler(async ({ context: { tx, actor }, input: { cursor, limit, ...filter } }) => {
        const page = await noticeCursors.read({ cursor, limit }, it => listBreachNotices(tx, filter.id, it))
        return page.map(row => breachNoticeView(actor, row))
      }),

    createBreachNotification: api.security.createBreachNotification
      .use(signedIn('manage_security'))
      .handler(async ({ context: { tx, actor }, input }) => {
        const isStored = await insertBreachNotice(tx, {
          id: input.id,
          description: input.incidentDescription,
          affectedUsersCount: input.affectedUsersCount,
          severity: input.severity,
          metadata: input.metadata,
          createdBy: actor.userId,
        })
        const notice = await readBreachNotice(tx, input.id)
        if (!isStored) return breachNoticeView(actor, notice)
        await audit(tx, 'data_breach_notification_created:by_admin', {
          actorId: actor.userId,
          severity: input.severity,
          notificationId: input.id,
          affectedUsersCount: input.affectedUsersCount,
          words: { incident: input.incidentDescription.slice(0, 200) },
        })
        return breachNoticeView(actor, notice)
      }),
  }
}
