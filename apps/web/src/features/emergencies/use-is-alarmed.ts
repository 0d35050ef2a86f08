import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { useCaptainEmergencies } from './captains/use-captain.ts'

/** True while an emergency is open that calls the user or that they lead as a captain, so that nothing else takes their screen. */
export function useIsAlarmed(): boolean {
  const { data } = useQuery(orpc.emergencies.mine.queryOptions())
  const captained = useCaptainEmergencies().data?.open
  return (data?.emergencies.length ?? 0) > 0 || (captained?.length ?? 0) > 0
}
