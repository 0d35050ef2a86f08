import { orpc } from '../../lib/api.ts'
import type { Feature } from '../../lib/feature.ts'
import { confirmationOutbox } from './confirmation.outbox.ts'

const readers = orpc.documents.readers.key()

export const documentsFeature: Feature = {
  refetchAfter: {
    'documents.changed': [orpc.documents.key()],
    'membership.added': [readers],
    'membership.accepted': [readers],
    'membership.removed': [readers],
    'membership.changed': [readers],
    // Rows contain the name of their zone.
    'zone.changed': [orpc.documents.key()],
  },
  zoneQueries: [orpc.documents.key()],
  outbox: [confirmationOutbox],
}
