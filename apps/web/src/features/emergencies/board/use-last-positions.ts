import type { SoughtPosition } from '@muster/contract/emergency-board.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { orpc } from '../../../lib/api.ts'

/** Milliseconds after which positions are read again while an emergency is open, because no event announces each of them. */
const refetchMs = 15_000

/** The last known positions of people who are missing or need help, by the id of their row on the roll. */
export function useLastPositions(
  emergencyId: string,
  isOpen: boolean,
): { positions: ReadonlyMap<string, SoughtPosition>; isError: boolean } {
  const { data, isError } = useQuery({
    ...orpc.emergencyBoard.positions.queryOptions({ input: { emergencyId } }),
    refetchInterval: isOpen ? refetchMs : false,
  })
  const positions = useMemo(() => new Map(data?.positions.map(it => [it.personId, it])), [data])
  return { positions, isError }
}
