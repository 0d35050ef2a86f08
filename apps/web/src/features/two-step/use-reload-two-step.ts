import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { orpc } from '../../lib/api.ts'

/** Returns a function that refetches the state of the user's second step, and whether it is required. */
export function useReloadTwoStep() {
  const client = useQueryClient()
  return useCallback(
    () =>
      Promise.all([
        client.invalidateQueries({ queryKey: orpc.twoStep.state.key() }),
        client.invalidateQueries({ queryKey: orpc.auth.me.key() }),
      ]),
    [client],
  )
}
