import type { SoughtPosition } from '@muster/contract/emergency-board.ts'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { orpc } from '../../../lib/api.ts'

/** Milliseconds after which positions are read again while an emergency is open, because no event announces each of them. */
const refetchMs = 15_000

/** How the last reading went. */
export type PositionsRead = Pick<
  UseQueryResult,
  'data' | 'isPending' | 'isError' | 'error' | 'isFetching' | 'dataUpdatedAt' | 'refetch'
>

/** The last known positions of people who are missing or need help, by the id of their row on the roll. */
export function useLastPositions(
  emergencyId: string,
  isOpen: boolean,
): { positions: ReadonlyMap<string, SoughtPosition>; read: PositionsRead } {
  const read = useQuery({
    ...orpc.emergencyBoard.positions.queryOptions({ input: { emergencyId } }),
    refetchInterval: isOpen ? refetchMs : false,
  })
  const { data } = read
  const positions = useMemo(() => new Map(data?.positions.map(it => [it.personId, it])), [data])
  return { positions, read }
}
