import { plural, t } from '@lingui/core/macro'
import { orpc } from '../../lib/api.ts'
import { defineOutboxKind } from '../../offline/outbox-kind.ts'
import { type ConfirmationToSend, confirmationSender } from './confirmation.sender.ts'

export const confirmationOutbox = defineOutboxKind<ConfirmationToSend, unknown>({
  sender: confirmationSender,
  words: count => t`${plural(count, { one: '# confirmation', other: '# confirmations' })}`,
  describe: ({ title, zoneId }) => ({ title, text: t`I’ve read it`, zoneId }),
  onSentLate: client => void client.invalidateQueries({ queryKey: orpc.documents.key() }),
})
