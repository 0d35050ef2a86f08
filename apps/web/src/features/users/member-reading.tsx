import { t } from '@lingui/core/macro'
import { Loaded } from '../../ui/states/loaded.tsx'
import type { useZonePerson } from './use-zone-person.ts'

/** A placeholder while a person's details are loading or after they failed to load; renders nothing once they are loaded. */
export function MemberReading({ query }: Pick<ReturnType<typeof useZonePerson>, 'query'>) {
  return <Loaded query={query} failure={t`Failed to load user information`} skeleton={2} />
}
