import { defineSender } from '../../../offline/sender.ts'

/** People of a team who were confirmed in a round, queued for sending. */
export type TeamConfirmationToSend = {
  teamId: string
  teamName: string
  round: number
  personIds: string[]
  requestId: string
}

export const teamConfirmationSender = defineSender<TeamConfirmationToSend, { confirmed: number }>({
  name: 'team confirmation',
  send: ({ teamId, round, personIds, requestId }, { api, waitedMs }) =>
    api.captains.confirm({ teamId, round, personIds, requestId, waitedMs }),
})
