import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { orpc } from '../../../lib/api.ts'
import { useMe } from '../../../lib/session/use-session.ts'
import { tickStore } from './held-ticks.ts'

/** Milliseconds after which the list of a captain is renewed, and what others said during an emergency. */
const renewalMs = { list: 60_000, peace: 60_000, emergency: 15_000 }

/** The shell reads both on every page; the page of captains says itself how old they are. */
const meta = { isOffScreen: true }

/**
 * Reads the list that captains hold before the alarm. It is renewed every minute while the app is open, and stored on the device
 * (`offline/reads`). For everybody else it is empty, and read once.
 */
export function useCaptainList() {
  return useQuery({
    ...orpc.captains.list.queryOptions(),
    meta,
    refetchInterval: ({ state }) => (state.data && state.data.zones.length > 0 ? renewalMs.list : false),
  })
}

/** True for captains, also offline. */
export const useIsCaptain = () => (useCaptainList().data?.zones.length ?? 0) > 0

/** Reads the open emergencies of the captain's zones; undefined for everybody else. */
export function useCaptainEmergencies() {
  const isCaptain = useIsCaptain()
  return useQuery({
    ...orpc.captains.open.queryOptions(),
    enabled: isCaptain,
    meta,
    refetchInterval: ({ state }) =>
      state.data && state.data.open.length > 0 ? renewalMs.emergency : renewalMs.peace,
  })
}

/** The ticks held on this device until the phone knows of the emergency. */
export function useHeldTicks() {
  const { userId } = useMe()
  return useSyncExternalStore(tickStore.subscribe, () => tickStore.get(userId))
}
