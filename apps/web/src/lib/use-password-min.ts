import { limits } from '@muster/domain/limits.ts'
import { useQuery } from '@tanstack/react-query'
import { orpc } from './api.ts'

/** The smallest length of a password, in characters, as the operator set it. */
export function usePasswordMin(): number {
  const settings = useQuery(orpc.auth.settings.queryOptions())
  return settings.data?.passwordMin ?? limits.passwordMin
}
