import type { UncountedPerson } from '@muster/contract/zone-uncounted.ts'
import { toDisplayName } from '../../db/person-names.ts'
import { api, inZone } from '../../rpc/base.ts'
import { fail } from '../../rpc/fail.ts'
import { appendSecurityEvent } from '../security/index.ts'
import { emergenciesEvents } from './emergencies.events.ts'
import { hasSameIds } from './has-same-ids.ts'
import {
  listUncounted,
  lockUncounted,
  replaceUncounted,
  type UncountedRow,
} from './zone-uncounted.queries.ts'

const nameReason = 'the people on the list are shown by name, whoever they are'
const saveLimit = { name: 'zone-uncounted', points: 60, seconds: 60 * 60 }

/** Procedures for the people of a zone who are called in an emergency, but do not count as missing. */
export const zoneUncountedProcedures = {
  list: api.zoneUncounted.list
    .use(inZone('view_attendance', { asOwner: nameReason }))
    .handler(async ({ context: { tx, zone } }) => ({
      people: (await listUncounted(tx, zone.id)).map(uncountedView),
    })),

  set: api.zoneUncounted.set
    .use(inZone('broadcast', { asOwner: 'only the server writes them', rateLimit: saveLimit }))
    .handler(async ({ context: { tx, publish, zone, actor }, input: { people, expectedIds } }) => {
      await lockUncounted(tx, zone.id)
      const currentIds = (await listUncounted(tx, zone.id)).map(it => it.user_id)
      if (!hasSameIds(currentIds, expectedIds)) throw fail('LIST_CHANGED')
      const isComplete = await replaceUncounted(tx, { zoneId: zone.id, people, addedBy: actor.userId })
      if (!isComplete) throw fail('NOT_ASSIGNED')
      await appendSecurityEvent(tx, {
        type: 'zone_uncounted_changed',
        description: 'The people who do not count as missing in an emergency were changed.',
        actorId: actor.userId,
        metadata: { zoneId: zone.id, userIds: people.map(it => it.userId) },
      })
      publish(emergenciesEvents, { kind: 'uncounted.changed', zoneId: zone.id })
      return { people: (await listUncounted(tx, zone.id)).map(uncountedView) }
    }),
}

const uncountedView = ({ user_id, name, reason }: UncountedRow): UncountedPerson => ({
  userId: user_id,
  name: toDisplayName(name),
  reason,
})
