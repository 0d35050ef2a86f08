import type { SweepState } from '@muster/domain/par.ts'
import { defineSender } from '../../../offline/sender.ts'

/** What a warden said about an area, queued for sending. */
export type AreaSweepToSend = {
  emergencyId: string
  areaId: string
  name: string
  state: SweepState
  note: string
  requestId: string
}

export const areaSweepSender = defineSender<AreaSweepToSend, { state: SweepState }>({
  name: 'area sweep',
  send: ({ emergencyId, areaId, state, note, requestId }, { api, waitedMs }) =>
    api.captains.sweep({ emergencyId, areaId, state, note, requestId, waitedMs }),
})
