import type { OwnState, PersonState } from '@muster/domain/emergency.ts'
import { defineSender } from '../../offline/sender.ts'

/** What the person said about themselves, queued for sending. */
export type EmergencyAnswerToSend = {
  emergencyId: string
  title: string
  state: OwnState
  requestId: string
  /** ISO instant of the press. */
  at: string
}

export const emergencyAnswerSender = defineSender<EmergencyAnswerToSend, { state: PersonState; at: string }>({
  name: 'emergency answer',
  send: ({ emergencyId, state, requestId }, { api, waitedMs }) =>
    api.emergencies.answer({ emergencyId, state, requestId, waitedMs }),
})
