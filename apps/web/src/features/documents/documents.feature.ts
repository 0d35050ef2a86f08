import { plural, t } from '@lingui/core/macro'
import { orpc } from '../../lib/api.ts'
import type { Feature } from '../../lib/feature.ts'
import { defineOutboxKind } from '../../offline/outbox-kind.ts'
import { type ConfirmationToSend, confirmationSender } from './confirmation.sender.ts'

const confirmationOutbox = defineOutboxKind<ConfirmationToSend, unknown>({
  sender: confirmationSender,
  words: count => t`${plural(count, { one: '# confirmation', other: '# confirmations' })}`,
  describe: ({ title, zoneId }) => ({ title, text: t`I’ve read it`, zoneId }),
  onSentLate: client => void client.invalidateQueries({ queryKey: orpc.documents.key() }),
})

/** Their responses count the people who were asked to read a file. */
const readerCounts = [orpc.documents.readers.key(), orpc.documents.files.key()]

export const documentsFeature: Feature = {
  refetchAfter: {
    'documents.changed': [orpc.documents.key()],
    'membership.added': readerCounts,
    'membership.accepted': readerCounts,
    'membership.removed': readerCounts,
    'membership.changed': readerCounts,
    // Rows contain the name of their zone.
    'zone.changed': [orpc.documents.key()],
  },
  zoneQueries: [orpc.documents.key()],
  outbox: [confirmationOutbox],
}
