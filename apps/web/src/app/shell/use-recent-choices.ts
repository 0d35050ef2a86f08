import { t } from '@lingui/core/macro'
import { IconHistory } from '@tabler/icons-react'
import { openDraft } from '../../lib/drafts/draft-store.ts'
import { useMe } from '../../lib/session/use-session.ts'
import type { Address, Command } from './commands.ts'

const maxChoices = 5

type Choice = { id: string; label: string; address: Address }

/** Newest first. Kept in this tab until sign-out, because names of people are not stored on a device. */
export function useRecentChoices(zoneId: string | undefined, commands: readonly Command[]) {
  const { userId } = useMe()
  const store = openDraft<{ choices: Choice[] }>(`palette-${zoneId ?? 'all'}`, userId, true)
  const { choices } = store.load({ choices: [] })
  return {
    recent: choices.flatMap(choice => toRecentCommand(choice, commands)),
    remember({ id, label, address }: Command) {
      if (!address || id.startsWith('all ')) return
      const choice = { id: id.replace(/^recent /, ''), label, address }
      const others = choices.filter(other => other.id !== choice.id)
      store.save({ choices: [choice, ...others].slice(0, maxChoices) })
    },
  }
}

/** Returns a choice as an entry. A page or an act is offered as it is now, and only while the person may still open or do it. */
export function toRecentCommand({ id, label, address }: Choice, commands: readonly Command[]): Command[] {
  const recent = { id: `recent ${id}`, group: t`Recent`, icon: IconHistory }
  const command = commands.find(it => it.id === id)
  if (command) return [{ ...command, ...recent }]
  return id.startsWith('act ') || id.startsWith('/') ? [] : [{ ...recent, label, address }]
}
