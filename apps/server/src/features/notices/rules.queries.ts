import type { NoticeWatcher } from '@muster/contract/notices.ts'
import { limits } from '@muster/domain/limits.ts'
import type { NoticeKind } from '@muster/domain/notice.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { toDisplayName } from '../../db/person-names.ts'
import { many, run } from '../../db/rows.ts'

/** Lists the person's rules, except those of zones that no longer exist for them. */
export const listRules = (tx: Tx, userId: string) =>
  tx
    .selectFrom('notice_rules as r')
    .leftJoin('zones as z', 'z.id', 'r.zone_id')
    .select(['r.id', 'r.kind', 'r.zone_id', 'z.name as zone_name', 'r.threshold', 'r.enabled'])
    .where('r.user_id', '=', userId)
    .where(eb => eb.or([eb('r.zone_id', 'is', null), eb('z.id', 'is not', null)]))
    .orderBy(sql`z.name nulls first`)
    .orderBy('r.created_at')
    .limit(limits.noticeRulesMost + 3)
    .execute()

export const listFollowed = (tx: Tx, ruleIds: readonly string[]) =>
  tx
    .selectFrom('notice_people')
    .select(['rule_id', 'user_id'])
    .where('rule_id', 'in', ruleIds)
    .orderBy('user_id')
    .execute()

export async function listWatchers(tx: Tx): Promise<NoticeWatcher[]> {
  const rows = await many(tx)<{ zone_id: string; zone_name: string; user_id: string; name: string }>`
    select zone_id, zone_name, user_id, name from actor_watchers()`
  return rows.map(it => ({
    zoneId: it.zone_id,
    zoneName: it.zone_name,
    userId: it.user_id,
    name: toDisplayName(it.name),
  }))
}

/** Counts the person's rules about zones, and makes concurrent additions wait until the transaction ends. */
export async function countZoneRules(tx: Tx, userId: string): Promise<number> {
  await run(tx)`select pg_advisory_xact_lock(hashtextextended(${`notices:${userId}`}, 0))`
  const row = await tx
    .selectFrom('notice_rules')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('zone_id', 'is not', null)
    .executeTakeFirst()
  return row?.count ?? 0
}

export const findZoneRule = (tx: Tx, userId: string, zoneId: string, kind: NoticeKind) =>
  tx
    .selectFrom('notice_rules')
    .select(['id', 'enabled', 'threshold'])
    .where('user_id', '=', userId)
    .where('zone_id', '=', zoneId)
    .where('kind', '=', kind)
    .executeTakeFirst()

export type RuleFields = {
  readonly userId: string
  readonly zoneId: string | null
  readonly kind: NoticeKind
  readonly threshold: number | null
  readonly enabled: boolean
}

/** Inserts or changes the rule. Its state is forgotten, so that only changes from now on are reported. */
export async function putRule(tx: Tx, rule: RuleFields): Promise<string> {
  const { threshold, enabled } = rule
  const row = await tx
    .insertInto('notice_rules')
    .values({ user_id: rule.userId, zone_id: rule.zoneId, kind: rule.kind, threshold, enabled })
    .onConflict(it =>
      it.columns(['user_id', 'zone_id', 'kind']).doUpdateSet({ threshold, enabled, reached: null }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  if (rule.kind === 'people' && enabled)
    await tx.updateTable('notice_people').set({ inside: null }).where('rule_id', '=', row.id).execute()
  return row.id
}

export async function deleteRule(tx: Tx, userId: string, ruleId: string): Promise<string[] | undefined> {
  const followed = await listFollowed(tx, [ruleId])
  const row = await tx
    .deleteFrom('notice_rules')
    .where('id', '=', ruleId)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return row && followed.map(it => it.user_id)
}

/** Returns true if the person has a presence in the zone that the actor may see. */
export async function isPersonOfZone(tx: Tx, zoneId: string, userId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('presence_tracking')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('zone_id', '=', zoneId)
    .executeTakeFirst()
  return row !== undefined
}

/** Adds the person to the rule. Returns how many people it follows then. */
export async function insertFollowed(
  tx: Tx,
  row: { readonly ruleId: string; readonly zoneId: string; readonly userId: string },
): Promise<number> {
  await tx
    .insertInto('notice_people')
    .values({ rule_id: row.ruleId, zone_id: row.zoneId, user_id: row.userId })
    .onConflict(it => it.columns(['rule_id', 'user_id']).doNothing())
    .execute()
  return (await listFollowed(tx, [row.ruleId])).length
}

export async function deleteFollowed(tx: Tx, ruleId: string, userId: string): Promise<void> {
  await tx.deleteFrom('notice_people').where('rule_id', '=', ruleId).where('user_id', '=', userId).execute()
}
