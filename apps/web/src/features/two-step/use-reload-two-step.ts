import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { orpc } from '../../lib/api.ts'

/** Reads again what is known of one's second step, and what is asked of one. */
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
