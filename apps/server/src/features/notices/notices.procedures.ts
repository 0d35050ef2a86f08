import type { NoticeRule } from '@muster/contract/notices.ts'
import { loadPersonNames } from '../../db/person-names.ts'
import { pluck } from '../../db/rows.ts'
import { api, inZone, signedIn } from '../../rpc/base.ts'
import { chooseNotice, followPerson, removeNotice, unfollowPerson } from './choose-notices.ts'
import { listFollowed, listRules, listWatchers } from './rules.queries.ts'

const rateLimit = { name: 'notice-change', points: 300, seconds: 60 * 60 }

/** Procedures for the notices that the actor chose about entries, exits and shifts. */
export const noticesProcedures = () => ({
  list: api.notices.list.use(signedIn()).handler(async ({ context: { tx, actor } }) => {
    const ruleRows = await listRules(tx, actor.userId)
    const ruleIds = ruleRows.map(it => it.id)
    const followed = ruleIds.length === 0 ? [] : await listFollowed(tx, ruleIds)
    const toPerson = await loadPersonNames(tx, pluck(followed, 'user_id'))
    const rules: NoticeRule[] = ruleRows.map(row => ({
      id: row.id,
      kind: row.kind,
      zoneId: row.zone_id,
      zoneName: row.zone_name,
      threshold: row.threshold,
      enabled: row.enabled,
      people: followed
        .filter(it => it.rule_id === row.id)
        .map(({ user_id: userId }) => ({ userId, name: toPerson(userId).name })),
    }))
    return { rules, watchers: await listWatchers(tx) }
  }),

  setOwn: api.notices.setOwn
    .use(signedIn(null, { rateLimit }))
    .handler(async ({ context, input: { kind, enabled, minutes } }) => ({
      ruleId: await chooseNotice(context, {
        userId: context.actor.userId,
        zoneId: null,
        kind,
        enabled,
        threshold: minutes,
      }),
    })),

  setOfZone: api.notices.setOfZone
    .use(inZone('view_attendance', { rateLimit }))
    .handler(async ({ context, input }) => ({
      ruleId: await chooseNotice(context, {
        ...input,
        userId: context.actor.userId,
        threshold: input.kind === 'zone_above' ? input.threshold : null,
      }),
    })),

  follow: api.notices.follow
    .use(inZone('view_attendance', { rateLimit }))
    .handler(async ({ context, input: { follows, ...person } }) => {
      const change = follows ? followPerson : unfollowPerson
      await change(context, context.actor.userId, person)
      return { follows }
    }),

  remove: api.notices.remove
    .use(signedIn(null, { rateLimit }))
    .handler(async ({ context, input: { ruleId } }) => {
      await removeNotice(context, context.actor.userId, ruleId)
      return { removed: true as const }
    }),
})
