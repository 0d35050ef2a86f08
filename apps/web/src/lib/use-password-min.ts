import { limits } from '@muster/domain/limits.ts'
import { useQuery } from '@tanstack/react-query'
import { orpc } from './api.ts'

/** Returns the minimum password length in characters, as set by the operator. */
export function usePasswordMin(): number {
  const settings = useQuery(orpc.auth.settings.queryOptions())
  return settings.data?.passwordMin ?? limits.passwordMin
}
