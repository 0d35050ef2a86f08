import { useQueryClient } from '@tanstack/react-query'
import { v7 as uuidV7 } from 'uuid'
import { api } from '../../lib/api.ts'
import { locator } from '../../lib/geolocation/locator.ts'
import { postReadings } from '../../lib/post-readings.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { outbox } from '../../offline/device-outbox.ts'
import { isRetryable } from '../../offline/outbox-kind.ts'
import { createCheckEntry, reloadAfterCheck } from './check.outbox.ts'

/**
 * Returns a function that takes a reading and sends it as a check of the selected zone or, before a zone was chosen and its PIN entered, for
 * all zones of somebody who asks for help. It sends nothing without consent to being located, and shows no message: what the others have is
 * shown with the call for help.
 */
export function useSendPosition(): () => Promise<void> {
  const client = useQueryClient()
  const { userId, consent } = useMe()
  const { zone, may } = useSelectedZone()
  return async () => {
    if (consent !== 'given') return
    const result = await locator.read('member')
    if (!result.ok) return
    const { lat, lng, accuracyMeters, capturedAt } = result.reading
    const check = { id: uuidV7(), lat, lng, accuracyMeters, capturedAt }
    if (!zone || !may('check_position')) {
      await postReadings([{ ...check, source: 'manual' }]).catch(() => undefined)
      return
    }
    await outbox.byHand(check.id, async () => {
      // Stored first, so that it is sent later without a network.
      await outbox.add(createCheckEntry(userId, { ...check, zoneId: zone.id, zoneName: zone.name }))
      try {
        await api.presence.checkUserInZone({ ...check, zoneId: zone.id })
        await outbox.forget(check.id)
        reloadAfterCheck(client, zone.id)
      } catch (error) {
        if (!isRetryable(error)) await outbox.forget(check.id)
      }
    })
  }
}
