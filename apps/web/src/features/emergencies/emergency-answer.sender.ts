import type { OwnAnswer, PersonState } from '@muster/domain/emergency.ts'
import { defineSender } from '../../offline/sender.ts'

/** What the person said about themselves, queued for sending. */
export type EmergencyAnswerToSend = {
  emergencyId: string
  title: string
  /** `undone` takes back the call for help of the request `undoes`; `not_there` is for people who are on no roll. */
  state: OwnAnswer | 'undone' | 'not_there'
  undoes?: string | undefined
  /** The number of the neutral answer, from 0, and its words as the person read them. */
  choice?: number | undefined
  words?: string | undefined
  /** When the order was given that the person read. */
  orderedAt?: string | undefined
  requestId: string
  /** ISO instant of the press. */
  at: string
}

export const emergencyAnswerSender = defineSender<EmergencyAnswerToSend, { state: PersonState; at: string }>({
  name: 'emergency answer',
  send: ({ emergencyId, state, undoes, choice, orderedAt, requestId }, { api, waitedMs }) =>
    api.emergencies.answer({ emergencyId, state, undoes, choice, orderedAt, requestId, waitedMs }),
})
