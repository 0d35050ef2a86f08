import type { PersonState } from '@muster/domain/emergency.ts'
import { defineSender } from '../../../offline/sender.ts'

/** What a captain said about a person before the phone knew of the emergency, queued for sending. */
export type CaptainTickToSend = {
  zoneId: string
  userId: string
  name: string
  state: PersonState
  place: string
  requestId: string
}

export const captainTickSender = defineSender<CaptainTickToSend, { emergencies: number }>({
  name: 'captain tick',
  send: ({ zoneId, userId, state, place, requestId }, { api, waitedMs }) =>
    api.captains.tick({ zoneId, userId, state, place, requestId, waitedMs }),
})
