import { t } from '@lingui/core/macro'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { ListSkeleton } from '../../ui/states/skeletons.tsx'
import type { useZonePerson } from './use-zone-person.ts'

/** A placeholder while a person's details are loading or after they failed to load; renders nothing once they are loaded. */
export function MemberReading({ query }: Pick<ReturnType<typeof useZonePerson>, 'query'>) {
  if (query.isPending) return <ListSkeleton count={2} />
  if (!query.isError) return null
  return <ErrorState title={t`Failed to load user information`} query={query} />
}
