import { t } from '@lingui/core/macro'
import { IconHistory } from '@tabler/icons-react'
import { openDraft } from '../../lib/drafts/draft-store.ts'
import { useMe } from '../../lib/session/use-session.ts'
import type { Address, Command } from './commands.ts'

const maxChoices = 5

type Choice = { id: string; label: string; address: Address }

/**
 * Returns what the person last chose in the palette, newest first. Kept in this tab only, because names of people are not stored on
 * a device, and until the person signs out.
 */
export function useRecentChoices(): { recent: Command[]; remember: (command: Command) => void } {
  const { userId } = useMe()
  const store = openDraft<{ choices: Choice[] }>('palette', userId, true)
  const { choices } = store.load({ choices: [] })
  return {
    recent: choices.map(({ id, label, address }) => ({
      id: `recent ${id}`,
      group: t`Recent`,
      label,
      icon: IconHistory,
      address,
    })),
    remember({ id, label, address }) {
      if (!address || id.startsWith('all ')) return
      const choice = { id: id.replace(/^recent /, ''), label, address }
      const others = choices.filter(other => other.id !== choice.id)
      store.save({ choices: [choice, ...others].slice(0, maxChoices) })
    },
  }
}
