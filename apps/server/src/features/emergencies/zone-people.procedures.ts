import { isDeepStrictEqual } from 'node:util'
import type { UncountedPerson } from '@muster/contract/zone-uncounted.ts'
import { toDisplayName } from '../../db/person-names.ts'
import { api, inZone } from '../../rpc/base.ts'
import type { ActorZone, InTransaction, SignedInActor } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'
import { audit } from '../security/index.ts'
import { captainsNamedAlert } from './captains/captains.alerts.ts'
import { captainsEvents } from './captains/captains.events.ts'
import { emergenciesEvents } from './emergencies.events.ts'
import { readZoneNames } from './emergency-zones.queries.ts'
import { listZonePeople, lockZonePeople, replaceZonePeople, type ZoneList } from './zone-people.queries.ts'

const limitWrites = (name: string) => ({ rateLimit: { name, points: 60, seconds: 60 * 60 } })

type Context = Pick<InTransaction, 'tx'> & { readonly zone: ActorZone; readonly actor: SignedInActor }
type ListForm = {
  readonly people: readonly { readonly userId: string; readonly reason?: string }[]
  readonly expectedIds: readonly string[]
}

/** Returns who was on the list before. Throws LIST_CHANGED if that is not who was expected, NOT_ASSIGNED for somebody no member. */
async function replaceList(
  { tx, zone, actor }: Context,
  list: ZoneList,
  { people, expectedIds }: ListForm,
): Promise<string[]> {
  await lockZonePeople(tx, list, zone.id)
  const currentIds = (await listZonePeople(tx, list, zone.id)).map(it => it.user_id)
  if (!isDeepStrictEqual(new Set(currentIds), new Set(expectedIds))) throw fail('LIST_CHANGED')
  const isComplete = await replaceZonePeople(tx, list, { zoneId: zone.id, people, addedBy: actor.userId })
  if (!isComplete) throw fail('NOT_ASSIGNED')
  const userIds = people.map(it => it.userId)
  await audit(tx, events[list], { actorId: actor.userId, zoneId: zone.id, userIds })
  return currentIds
}

const events = {
  zone_captains: 'zone_captains_changed',
  zone_uncounted_people: 'zone_uncounted_changed',
} as const

const listCaptains = async ({ tx, zone }: Pick<Context, 'tx' | 'zone'>) => ({
  captains: (await listZonePeople(tx, 'zone_captains', zone.id)).map(it => ({
    ...{ userId: it.user_id, name: toDisplayName(it.name), appointedAt: it.appointed_at.toISOString() },
  })),
})

/** Procedures for the captains of a zone. */
export const zoneCaptainsProcedures = {
  list: api.zoneCaptains.list.use(inZone('view_attendance')).handler(({ context }) => listCaptains(context)),

  set: api.zoneCaptains.set
    .use(inZone('broadcast', limitWrites('zone-captains')))
    .handler(async ({ context, input: { expectedIds, ...input } }) => {
      const { tx, publish, alert, zone, actor } = context
      const userIds = [...new Set(input.userIds)]
      const people = userIds.map(userId => ({ userId }))
      const captainIds = await replaceList(context, 'zone_captains', { people, expectedIds })
      publish(emergenciesEvents, { kind: 'captains.changed', zoneId: zone.id })
      const added = userIds.filter(it => !captainIds.includes(it))
      const removed = captainIds.filter(it => !userIds.includes(it))
      for (const userId of [...added, ...removed])
        publish(captainsEvents, { kind: 'captain.changed', userId })
      const [zoneName = ''] = await readZoneNames(tx, [zone.id])
      for (const [isCaptain, them] of [
        [true, added],
        [false, removed],
      ] as const) {
        const others = them.filter(it => it !== actor.userId)
        if (others.length > 0) alert(captainsNamedAlert(isCaptain, { id: zone.id, name: zoneName }, others))
      }
      return listCaptains(context)
    }),
}

const listUncounted = async ({ tx, zone }: Pick<Context, 'tx' | 'zone'>) => ({
  people: (await listZonePeople(tx, 'zone_uncounted_people', zone.id)).map(
    (it): UncountedPerson => ({ userId: it.user_id, name: toDisplayName(it.name), reason: it.reason }),
  ),
})

/** Procedures for the people of a zone who are called in an emergency, but do not count as missing. */
export const zoneUncountedProcedures = {
  list: api.zoneUncounted.list
    .use(inZone('view_attendance'))
    .handler(({ context }) => listUncounted(context)),

  set: api.zoneUncounted.set
    .use(inZone('broadcast', limitWrites('zone-uncounted')))
    .handler(async ({ context, input }) => {
      await replaceList(context, 'zone_uncounted_people', input)
      context.publish(emergenciesEvents, { kind: 'uncounted.changed', zoneId: context.zone.id })
      return listUncounted(context)
    }),
}
