import { orpc } from '../../lib/api.ts'
import type { Feature } from '../../lib/feature.ts'
import { confirmationOutbox } from './confirmation.outbox.ts'

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
