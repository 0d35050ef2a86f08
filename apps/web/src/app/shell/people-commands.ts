import { t } from '@lingui/core/macro'
import type { ZonePerson } from '@muster/contract/users.ts'
import { IconUser } from '@tabler/icons-react'
import { formatName } from '../../features/users/public.ts'
import type { Command } from './commands.ts'

/**
 * Returns the people found by the server as palette entries. Invited people are shown with their code, because their email address
 * is not visible.
 */
export function toPeopleCommands(people: readonly ZonePerson[], open: (userId: string) => void): Command[] {
  return people.map(person => {
    const label = formatName(person)
    const detail = person.invited ? person.userCode : person.email
    return {
      id: `person ${person.userId}`,
      group: t`People`,
      label,
      detail: detail === label ? undefined : detail,
      icon: IconUser,
      run: () => open(person.userId),
    }
  })
}
