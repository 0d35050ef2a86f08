import type { Sweep } from '@muster/contract/captains.ts'
import type { SweepState } from '@muster/domain/par.ts'
import { useWaitingPayloads } from '../../../offline/use-send-or-queue.ts'
import { areaSweepSender } from './area-sweep.sender.ts'

/** Returns the states of areas as this device knows them, with what waits for a network here. */
export function useSweepStates(emergencyId: string, sweeps: readonly Sweep[]) {
  const waitingSweeps = useWaitingPayloads(areaSweepSender)
  const waiting = new Map(
    waitingSweeps.filter(it => it.emergencyId === emergencyId).map(it => [it.areaId, it]),
  )
  const getState = (it: Sweep): SweepState => waiting.get(it.areaId)?.state ?? it.state
  return { waiting, getState, clearCount: sweeps.filter(it => getState(it) === 'clear').length }
}
