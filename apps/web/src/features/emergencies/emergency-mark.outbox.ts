import { plural, t } from '@lingui/core/macro'
import { orpc } from '../../lib/api.ts'
import { defineOutboxKind } from '../../offline/outbox-kind.ts'
import { type EmergencyMarkToSend, emergencyMarkSender } from './emergency-mark.sender.ts'
import { claimLabel } from './emergency-words.ts'

export const emergencyMarkOutbox = defineOutboxKind<EmergencyMarkToSend, { people: number }>({
  sender: emergencyMarkSender,
  words: count => t`${plural(count, { one: '# mark', other: '# marks' })}`,
  describe: ({ name, state }) => ({ title: name, text: claimLabel({ state }) }),
  onSentLate(client) {
    void client.invalidateQueries({ queryKey: orpc.emergencies.key() })
    // Captains mark people on a page of their own.
    void client.invalidateQueries({ queryKey: orpc.captains.key() })
  },
})
