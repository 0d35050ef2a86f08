import { plural, t } from '@lingui/core/macro'
import type { PersonState } from '@muster/domain/emergency.ts'
import { orpc } from '../../lib/api.ts'
import { defineOutboxKind } from '../../offline/outbox-kind.ts'
import { type EmergencyAnswerToSend, emergencyAnswerSender } from './emergency-answer.sender.ts'
import { claimLabel } from './emergency-words.ts'

export const emergencyAnswerOutbox = defineOutboxKind<
  EmergencyAnswerToSend,
  { state: PersonState; at: string }
>({
  sender: emergencyAnswerSender,
  words: count => t`${plural(count, { one: '# answer', other: '# answers' })}`,
  describe: ({ title, state, words }) => ({
    title: state === 'not_there' ? t`I’m not there` : claimLabel({ state, words }),
    text: t`Answer to “${title}”`,
  }),
  onSentLate(client) {
    void client.invalidateQueries({ queryKey: orpc.emergencies.key() })
  },
})
