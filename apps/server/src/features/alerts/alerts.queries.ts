import { type AlertType, alertTypes, defaultAlertPreference } from '@muster/domain/alert.ts'
import { limits } from '@muster/domain/limits.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { one } from '../../db/rows.ts'
import { wireTime } from '../../db/wire-time.ts'
import type { PageOf } from '../../rpc/paging.ts'

export type AlertFilter = {
  unread?: boolean | undefined
  openCalls?: boolean | undefined
  zoneId?: string | undefined
}
export type AlertCursor = { readonly createdAt: string; readonly id: string }

/** Lists the person's own alerts, newest first, after a cursor. Uses the indexes user_alerts_newest and user_alerts_unread. */
export function listAlerts(
  tx: Tx,
  userId: string,
  { unread, openCalls, zoneId }: AlertFilter,
  { after, limit }: PageOf<AlertCursor>,
) {
  let query = tx
    .selectFrom('user_alerts')
    .select(['id', 'type', 'title', 'description', 'zone_id', 'metadata', 'is_read', 'created_at'])
    .select(wireTime('created_at').as('created_at_exact'))
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
  if (unread) query = query.where('is_read', '=', false)
  if (openCalls) query = query.where(sql<boolean>`${isCallForHelp} and metadata ? 'answerTo'`)
  if (zoneId) query = query.where('zone_id', '=', zoneId)
  if (after)
    query = query.where(sql<boolean>`(created_at, id) < (${after.createdAt}::timestamptz, ${after.id}::uuid)`)
  return query.execute()
}
export type AlertRow = Awaited<ReturnType<typeof listAlerts>>[number]

/** True for alerts about urgent questions that the actor has not answered. They stay unread until answered. */
const isOfOpenQuestion = sql<boolean>`coalesce(
  type = 'broadcast' and (metadata ->> 'broadcastId')::uuid in (select actor_open_questions()), false)`

/** Reading a call for help tells the caller that it was seen, so it is marked as read only individually or by opening it. */
const isCallForHelp = sql<boolean>`coalesce(metadata ->> 'meaning' = 'help' and not metadata ? 'endedAt', false)`

type AlertCounts = { all: number; unread: number; markable: number }

export const countAlerts = (tx: Tx, userId: string) =>
  one(tx)<AlertCounts>`
    select count(*) as all, count(*) filter (where not is_read) as unread,
      count(*) filter (where not is_read and not ${isOfOpenQuestion} and not ${isCallForHelp}) as markable
    from user_alerts where user_id = ${userId}`

/** Never marks an alert about an open question as read. Returns undefined if there is no such alert. */
export const setRead = (tx: Tx, userId: string, alertId: string, isRead: boolean) =>
  tx
    .updateTable('user_alerts')
    .set({ is_read: isRead ? sql<boolean>`is_read or not (${isOfOpenQuestion})` : false })
    .where('id', '=', alertId)
    .where('user_id', '=', userId)
    .returning('is_read')
    .executeTakeFirst()

export async function setAllRead(tx: Tx, userId: string): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('user_alerts')
    .set({ is_read: true })
    .where('user_id', '=', userId)
    .where('is_read', '=', false)
    .where(sql<boolean>`not (${isOfOpenQuestion}) and not (${isCallForHelp})`)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Returns the channels for each alert type: the person's choice, or the default. */
export async function readPreferences(tx: Tx, userId: string) {
  const rows = await tx
    .selectFrom('alert_preferences')
    .select(['type', 'inbox', 'push', 'mail'])
    .where('user_id', '=', userId)
    .execute()
  const preferencesByType = new Map(rows.map(row => [row.type, row]))
  return alertTypes.map(type => {
    const { inbox, push, mail } = preferencesByType.get(type) ?? defaultAlertPreference
    return { type, inbox, push, mail }
  })
}

type Preference = { type: AlertType; inbox: boolean; push: boolean; mail: boolean }

export const putPreference = (tx: Tx, userId: string, { type, ...channels }: Preference) =>
  tx
    .insertInto('alert_preferences')
    .values({ user_id: userId, type, ...channels })
    .onConflict(it => it.columns(['user_id', 'type']).doUpdateSet(channels))
    .execute()

export const readQuietHours = (tx: Tx, userId: string) =>
  tx
    .selectFrom('quiet_hours')
    .select(['starts', 'ends', 'time_zone'])
    .where('user_id', '=', userId)
    .executeTakeFirst()

export async function putQuietHours(
  tx: Tx,
  userId: string,
  hours: { starts: string; ends: string; time_zone: string } | null,
): Promise<void> {
  if (!hours) {
    await tx.deleteFrom('quiet_hours').where('user_id', '=', userId).execute()
    return
  }
  await tx
    .insertInto('quiet_hours')
    .values({ user_id: userId, ...hours })
    .onConflict(it => it.column('user_id').doUpdateSet(hours))
    .execute()
}

export const deleteOldAlerts = (limit: number) =>
  sql`delete from user_alerts where id = any(array(
    select id from user_alerts where created_at < now() - ${limits.alertKeepDays} * interval '1 day'
    order by created_at limit ${limit}))`

/** Deletes alerts that copy visits or shifts older than the retention: about people inside, and about one's own shifts. */
export const deleteOldPresenceAlerts = (limit: number, retentionDays: number) => sql`
  delete from user_alerts where id = any(array(
    select id from user_alerts
    where type in ('presence_notice', 'shift_reminder') and created_at < now() - ${retentionDays} * interval '1 day'
    order by created_at limit ${limit}))`
