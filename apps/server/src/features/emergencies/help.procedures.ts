import { api, inZoneOf } from '../../rpc/base.ts'
import { fail } from '../../rpc/fail.ts'
import { alertsEvents, markRead } from '../alerts/index.ts'
import { mayMark } from './claim-guards.ts'
import { lockPeople } from './claims.queries.ts'
import { publishProgress } from './emergencies.events.ts'
import { ofManagedEmergency, ofWatchedEmergency } from './emergencies.policy.ts'
import { insertHelper, noteHelpSeen, releaseHelper } from './help.queries.ts'
import { shareOpen } from './roll.queries.ts'

const byMarkers = {
  asOwner: 'only the server writes who has seen a call for help and who is going to it',
  withoutPin: true,
} as const
const seenLimit = { name: 'emergency-help-seen', points: 300, seconds: 60 }
const goingLimit = { name: 'emergency-going', points: 120, seconds: 60 }

/** Procedures for those who see that somebody needs help. Without the PIN, as `mark`. */
export const emergencyHelpProcedures = {
  seeHelp: api.emergencies.seeHelp
    .use(inZoneOf(ofWatchedEmergency, 'view_zones', { ...byMarkers, rateLimit: seenLimit }))
    .handler(async ({ context: { tx, publish, actor, emergency } }) => {
      const { sees_all, viewed_zone_ids, marked_zone_ids } = emergency
      const viewer = {
        seesAll: sees_all,
        zoneIds: [...viewed_zone_ids, ...marked_zone_ids],
        userId: actor.userId,
      }
      const newViews = emergency.all_clear_at === null ? await noteHelpSeen(tx, emergency.id, viewer) : []
      const hasRead = await markRead(tx, actor.userId, {
        sources: [`emergency:${emergency.id}%`],
        about: { meaning: 'help' },
      })
      const userIds = new Set(newViews.flatMap(it => it.user_id ?? []))
      if (hasRead) userIds.add(actor.userId)
      for (const userId of userIds) publish(alertsEvents, { kind: 'alerts.changed', userId })
      return { people: newViews.length }
    }),

  goTo: api.emergencies.goTo
    .use(inZoneOf(ofManagedEmergency, 'view_zones', { ...byMarkers, rateLimit: goingLimit }))
    .handler(async ({ context, input: { emergencyId, personId, going } }) => {
      const { tx, publish, actor, emergency } = context
      if (!(await shareOpen(tx, emergencyId))) throw fail('EMERGENCY_ENDED')
      const [person] = await lockPeople(tx, emergencyId, [personId])
      if (!person || !mayMark(emergency, person.zone_id)) throw fail('EMERGENCY_PERSON_NOT_FOUND')
      const key = { emergencyId, personId, userId: actor.userId }
      const isReleased = await releaseHelper(tx, key, going)
      const isAdded = going && (await insertHelper(tx, key))
      if (isReleased || isAdded) {
        publishProgress(context, emergency, [person.zone_id])
        if (person.user_id) publish(alertsEvents, { kind: 'alerts.changed', userId: person.user_id })
      }
      return { going: going && person.state === 'help' }
    }),
}
