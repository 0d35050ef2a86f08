import { limits } from '@muster/domain/limits.ts'
import type { WriteContext } from '../../live/write.ts'
import { fail } from '../../rpc/fail.ts'
import { noticesEvents } from './notices.events.ts'
import {
  countZoneRules,
  deleteFollowed,
  deleteRule,
  findZoneRule,
  insertFollowed,
  isPersonOfZone,
  listFollowed,
  putRule,
  type RuleFields,
} from './rules.queries.ts'

type PersonInZone = { readonly zoneId: string; readonly userId: string }

/** Turns a notice on or off. Throws NOTICES_FULL. */
export async function chooseNotice(context: WriteContext, rule: RuleFields): Promise<string> {
  const { tx } = context
  const { userId, zoneId, kind } = rule
  if (zoneId !== null) {
    const ruleCount = await countZoneRules(tx, userId)
    const isNew = !(await findZoneRule(tx, userId, zoneId, kind))
    if (isNew && ruleCount >= limits.noticeRulesMost) throw fail('NOTICES_FULL')
  }
  const ruleId = await putRule(tx, rule)
  const followed = kind === 'people' ? await listFollowed(tx, [ruleId]) : []
  publishChanges(context, [userId, ...followed.map(it => it.user_id)])
  return ruleId
}

/** Reports the person's entries and exits to the follower from now on. Throws USER_NOT_FOUND, NOTICES_FULL, NOTICE_PEOPLE_FULL. */
export async function followPerson(
  context: WriteContext,
  followerId: string,
  { zoneId, userId }: PersonInZone,
): Promise<void> {
  const { tx } = context
  if (!(await isPersonOfZone(tx, zoneId, userId))) throw fail('USER_NOT_FOUND')
  const rule = { userId: followerId, zoneId, kind: 'people', threshold: null, enabled: true } as const
  const ruleCount = await countZoneRules(tx, followerId)
  const existingRule = await findZoneRule(tx, followerId, zoneId, 'people')
  if (!existingRule && ruleCount >= limits.noticeRulesMost) throw fail('NOTICES_FULL')
  const ruleId = existingRule?.enabled ? existingRule.id : await putRule(tx, rule)
  if ((await insertFollowed(tx, { ruleId, zoneId, userId })) > limits.noticePeopleMost)
    throw fail('NOTICE_PEOPLE_FULL')
  publishChanges(context, [followerId, userId])
}

/** Stops reporting the person; the rule ends with its last person. */
export async function unfollowPerson(
  context: WriteContext,
  followerId: string,
  { zoneId, userId }: PersonInZone,
): Promise<void> {
  const { tx } = context
  const rule = await findZoneRule(tx, followerId, zoneId, 'people')
  if (!rule) return
  await deleteFollowed(tx, rule.id, userId)
  if ((await listFollowed(tx, [rule.id])).length === 0) await deleteRule(tx, followerId, rule.id)
  publishChanges(context, [followerId, userId])
}

/** Removes a notice. Throws NOT_FOUND. */
export async function removeNotice(context: WriteContext, userId: string, ruleId: string): Promise<void> {
  const followedIds = await deleteRule(context.tx, userId, ruleId)
  if (!followedIds) throw fail('NOT_FOUND')
  publishChanges(context, [userId, ...followedIds])
}

function publishChanges({ publish }: WriteContext, userIds: readonly string[]): void {
  for (const userId of new Set(userIds)) publish(noticesEvents, { kind: 'notices.changed', userId })
}
