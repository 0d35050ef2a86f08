import { msg } from '@lingui/core/runtime-macro'
import type { PersonalList } from '../../platform/personal-list.ts'

export const broadcastsPersonalData: readonly PersonalList[] = [
  {
    name: 'broadcasts-sent',
    says: msg`Broadcasts you sent or scheduled.`,
    table: 'broadcasts',
    kind: 'broadcasts',
    of: 'sender_id',
    order: 'created_at, id',
    leftOut: { 'a path in the file store': ['media_url'] },
  },
  {
    name: 'broadcasts-received',
    says: msg`Broadcasts sent to you, whether they reached you, and your answers. Their text is in the alerts.`,
    table: 'broadcast_recipients',
    kind: 'answers',
    of: 'user_id',
    order: 'broadcast_id',
  },
  {
    name: 'broadcast-templates',
    says: msg`Broadcast templates you saved.`,
    table: 'broadcast_templates',
    kind: 'broadcasts',
    of: 'created_by',
    order: 'created_at, id',
  },
]
