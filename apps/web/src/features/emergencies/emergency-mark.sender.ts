import type { PersonState } from '@muster/domain/emergency.ts'
import { defineSender } from '../../offline/sender.ts'

/** What a manager said about somebody on the roll, queued for sending. */
export type EmergencyMarkToSend = {
  emergencyId: string
  personId: string
  name: string
  state: PersonState
  requestId: string
}

export const emergencyMarkSender = defineSender<EmergencyMarkToSend, { people: number }>({
  name: 'emergency mark',
  send: ({ emergencyId, personId, state, requestId }, { api, waitedMs }) =>
    api.emergencies.mark({ emergencyId, personIds: [personId], state, requestId, waitedMs }),
})
