import { msg } from '@lingui/core/runtime-macro'
import type { PersonalList } from '../../platform/personal-list.ts'

export const broadcastsPersonalData: readonly PersonalList[] = [
  {
    name: 'broadcasts-sent',
    says: msg`The broadcasts one sent, or that wait for their time.`,
    table: 'broadcasts',
    kind: 'broadcasts',
    of: 'sender_id',
    order: 'created_at, id',
    leftOut: { 'a path in the file store': ['media_url'] },
  },
  {
    name: 'broadcasts-received',
    says: msg`The broadcasts that went to one, how far they came and what one answered. Their words are in the alerts.`,
    table: 'broadcast_recipients',
    kind: 'answers',
    of: 'user_id',
    order: 'broadcast_id',
  },
  {
    name: 'broadcast-templates',
    says: msg`The templates for broadcasts one kept.`,
    table: 'broadcast_templates',
    kind: 'broadcasts',
    of: 'created_by',
    order: 'created_at, id',
  },
]
