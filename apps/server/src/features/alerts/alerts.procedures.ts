import type { Alert } from '@muster/contract/alerts.ts'
import { id, instant } from '@muster/contract/ids.ts'
import type { Tx } from '../../db/database.ts'
import { isTimeZone } from '../../db/is-time-zone.ts'
import { appendEvents } from '../../live/append.ts'
import { announce } from '../../live/event-rules.ts'
import type { Platform } from '../../platform/platform.ts'
import { api, signedIn } from '../../rpc/base.ts'
import { fail } from '../../rpc/fail.ts'
import { createCursors } from '../../rpc/paging.ts'
import { alertsEvents } from './alerts.events.ts'
import {
  type AlertRow,
  countAlerts,
  listAlerts,
  putPreference,
  putQuietHours,
  readPreferences,
  readQuietHours,
  setAllRead,
  setRead,
} from './alerts.queries.ts'

const alertCursors = createCursors('alerts', { createdAt: [instant, 'created_at_exact'], id })
const readLimit = { name: 'alert-read', points: 300, seconds: 60 }
const preferenceLimit = { name: 'alert-preference', points: 120, seconds: 60 * 60 }

/** Procedures for the actor's inbox and the channels on which they get alerts. */
export function alertsProcedures({ env }: Pick<Platform, 'env'>) {
  return {
    list: api.alerts.list
      .use(signedIn())
      .handler(async ({ context: { tx, actor }, input: { cursor, limit, ...filter } }) => {
        const page = await alertCursors.read({ cursor, limit }, it =>
          listAlerts(tx, actor.userId, filter, it),
        )
        return page.map(alertView)
      }),

    counts: api.alerts.counts
      .use(signedIn())
      .handler(({ context: { tx, actor } }) => countAlerts(tx, actor.userId)),

    markRead: api.alerts.markRead
      .use(signedIn(null, { rateLimit: readLimit }))
      .handler(async ({ context: { tx, actor }, input: { alertId, read } }) => {
        const row = await setRead(tx, actor.userId, alertId, read)
        if (!row) throw fail('NOT_FOUND')
        await publishAlertsChanged(tx, actor.userId)
        return { isRead: row.is_read }
      }),

    markAllRead: api.alerts.markAllRead
      .use(signedIn(null, { rateLimit: readLimit }))
      .handler(async ({ context: { tx, actor } }) => {
        const markedCount = await setAllRead(tx, actor.userId)
        if (markedCount > 0) await publishAlertsChanged(tx, actor.userId)
        return { marked: markedCount }
      }),

    preferences: api.alerts.preferences.use(signedIn()).handler(async ({ context: { tx, actor } }) => {
      const quietHours = await readQuietHours(tx, actor.userId)
      return {
        types: await readPreferences(tx, actor.userId),
        quietHours: quietHours
          ? { from: quietHours.starts, until: quietHours.ends, timeZone: quietHours.time_zone }
          : null,
        mailWorks: env.SMTP_URL !== undefined,
      }
    }),

    setPreference: api.alerts.setPreference
      .use(signedIn(null, { rateLimit: preferenceLimit }))
      .handler(async ({ context: { tx, actor }, input }) => {
        await putPreference(tx, actor.userId, input)
        await publishAlertsChanged(tx, actor.userId)
        return { set: true as const }
      }),

    setQuietHours: api.alerts.setQuietHours
      .use(signedIn(null, { rateLimit: preferenceLimit }))
      .handler(async ({ context: { tx, actor }, input: { quietHours: hours } }) => {
        if (hours && !(await isTimeZone(tx, hours.timeZone))) throw fail('TIME_ZONE_UNKNOWN')
        const row = hours && { starts: hours.from, ends: hours.until, time_zone: hours.timeZone }
        await putQuietHours(tx, actor.userId, row)
        await publishAlertsChanged(tx, actor.userId)
        return { set: true as const }
      }),
  }
}

const publishAlertsChanged = (tx: Tx, userId: string) =>
  appendEvents(tx, announce(alertsEvents, { kind: 'alerts.changed', userId }))

const alertView = (row: AlertRow): Alert => ({
  id: row.id,
  type: row.type as Alert['type'],
  title: row.title,
  description: row.description,
  zoneId: row.zone_id,
  // The metadata is written only by the server's own functions, so the type is safe.
  metadata: row.metadata as Alert['metadata'],
  isRead: row.is_read,
  createdAt: row.created_at.toISOString(),
})
