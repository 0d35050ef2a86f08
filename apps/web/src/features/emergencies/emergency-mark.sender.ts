import type { PersonState } from '@muster/domain/emergency.ts'
import { defineSender } from '../../offline/sender.ts'

/** What a manager said about somebody on the roll, queued for sending. */
export type EmergencyMarkToSend = {
  emergencyId: string
  personId: string
  name: string
  state: PersonState
  /** The assembly point at which the captain stands. */
  place?: string
  requestId: string
}

export const emergencyMarkSender = defineSender<EmergencyMarkToSend, { people: number }>({
  name: 'emergency mark',
  send: ({ emergencyId, personId, state, place, requestId }, { api, waitedMs }) =>
    api.emergencies.mark({ emergencyId, personIds: [personId], state, place, requestId, waitedMs }),
})
