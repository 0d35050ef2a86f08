import type { PersonState } from '@muster/domain/emergency.ts'
import { defineSender } from '../../offline/sender.ts'

/** What a manager said about somebody on the roll, queued for sending. */
export type EmergencyMarkToSend = {
  emergencyId: string
  personId: string
  name: string
  /** `undone` takes back the call for help of the request `undoes`. */
  state: PersonState | 'undone'
  undoes?: string | undefined
  /** The assembly point at which the captain stands. */
  place?: string
  requestId: string
}

export const emergencyMarkSender = defineSender<EmergencyMarkToSend, { people: number }>({
  name: 'emergency mark',
  send: ({ emergencyId, personId, state, undoes, place, requestId }, { api, waitedMs }) =>
    api.emergencies.mark({ emergencyId, personIds: [personId], state, undoes, place, requestId, waitedMs }),
})
