import type { CaptainEmergencies } from '@muster/contract/captains.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { orpc } from '../../../lib/api.ts'
import { useMe } from '../../../lib/session/use-session.ts'
import { tickStore } from './held-ticks.ts'

/** Milliseconds after which the list of a captain is renewed. During an emergency, events renew it, and this is the safety net. */
const renewalMs = 60_000
/** Milliseconds between two readings of a long list, so that many captains of thousands do not read it every second. */
const longListMs = 5_000
const longList = 1_000

/** True for captains, also offline. */
export const useIsCaptain = () => useMe().captainZoneIds.length > 0

/** The shell reads both on every page; the page of captains says itself how old they are. */
const meta = { isOffScreen: true }

/** Undefined for everybody else. Renewed every minute while the app is open, and stored on the device (`offline/reads`). */
export function useCaptainList() {
  return useQuery({
    ...orpc.captains.list.queryOptions(),
    enabled: useIsCaptain(),
    refetchInterval: renewalMs,
    meta,
  })
}

/** Reads the open emergencies of the captain's zones; undefined for everybody else. */
export function useCaptainEmergencies() {
  const isCaptain = useIsCaptain()
  const queryKey = orpc.captains.open.queryKey()
  const open = useQueryClient().getQueryData<CaptainEmergencies>(queryKey)?.open ?? []
  const isLong = open.some(it => it.people.length > longList)
  return useQuery({
    ...orpc.captains.open.queryOptions(),
    enabled: isCaptain,
    refetchInterval: renewalMs,
    meta: { ...meta, ...(isLong && { refetchIntervalMs: longListMs }) },
  })
}

/** The ticks held on this device until the phone knows of the emergency. */
export function useHeldTicks() {
  const { userId } = useMe()
  return useSyncExternalStore(tickStore.subscribe, () => tickStore.get(userId))
}
