import type { ZoneCaptain } from '@muster/contract/zone-captains.ts'
import { toDisplayName } from '../../db/person-names.ts'
import { api, inZone } from '../../rpc/base.ts'
import { fail } from '../../rpc/fail.ts'
import { appendSecurityEvent } from '../security/index.ts'
import { captainsNamedAlert } from './captains/captains.alerts.ts'
import { captainsEvents } from './captains/captains.events.ts'
import { emergenciesEvents } from './emergencies.events.ts'
import { readZoneNames } from './emergency-zones.queries.ts'
import { hasSameIds } from './has-same-ids.ts'
import { type CaptainRow, listCaptains, lockCaptains, replaceCaptains } from './zone-captains.queries.ts'

const nameReason = 'captains are shown by name, whoever they are'
const saveLimit = { name: 'zone-captains', points: 60, seconds: 60 * 60 }

export const zoneCaptainsProcedures = {
  list: api.zoneCaptains.list
    .use(inZone('view_attendance', { asOwner: nameReason }))
    .handler(async ({ context: { tx, zone } }) => ({
      captains: (await listCaptains(tx, zone.id)).map(captainView),
    })),

  set: api.zoneCaptains.set
    .use(inZone('broadcast', { asOwner: 'only the server writes them', rateLimit: saveLimit }))
    .handler(async ({ context: { tx, publish, alert, zone, actor }, input }) => {
      const userIds = [...new Set(input.userIds)]
      await lockCaptains(tx, zone.id)
      const captainIds = (await listCaptains(tx, zone.id)).map(it => it.user_id)
      if (!hasSameIds(captainIds, input.expectedIds)) throw fail('LIST_CHANGED')
      const isComplete = await replaceCaptains(tx, { zoneId: zone.id, userIds, appointedBy: actor.userId })
      if (!isComplete) throw fail('NOT_ASSIGNED')
      await appendSecurityEvent(tx, {
        type: 'zone_captains_changed',
        description: 'The people who account for others in an emergency were changed.',
        actorId: actor.userId,
        metadata: { zoneId: zone.id, userIds },
      })
      publish(emergenciesEvents, { kind: 'captains.changed', zoneId: zone.id })
      const added = userIds.filter(it => !captainIds.includes(it))
      const removed = captainIds.filter(it => !userIds.includes(it))
      for (const userId of [...added, ...removed])
        publish(captainsEvents, { kind: 'captain.changed', userId })
      const [zoneName = ''] = await readZoneNames(tx, [zone.id])
      for (const [isCaptain, people] of [
        [true, added],
        [false, removed],
      ] as const) {
        const others = people.filter(it => it !== actor.userId)
        if (others.length > 0) alert(captainsNamedAlert(isCaptain, { id: zone.id, name: zoneName }, others))
      }
      return { captains: (await listCaptains(tx, zone.id)).map(captainView) }
    }),
}

const captainView = ({ user_id, name, appointed_at }: CaptainRow): ZoneCaptain => ({
  userId: user_id,
  name: toDisplayName(name),
  appointedAt: appointed_at.toISOString(),
})
