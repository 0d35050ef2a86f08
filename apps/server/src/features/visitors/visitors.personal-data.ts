import { msg } from '@lingui/core/runtime-macro'
import type { PersonalList } from '../../platform/personal-list.ts'

export const visitorsPersonalData: readonly PersonalList[] = [
  {
    name: 'visitors-hosted',
    says: msg`Visitors you invited, received or signed out.`,
    table: 'visitor_visits',
    kind: 'visitors',
    of: { host_id: 'hosted_by_me', created_by: 'entered_by_me', ended_by: 'signed_out_by_me' },
    order: 'created_at, id',
    leftOut: {
      'about somebody else': ['phone', 'name_key', 'host_name'],
      'describes a kiosk, not the person': ['kiosk_id'],
    },
  },
  {
    name: 'kiosks-opened',
    says: msg`Kiosks for visitors that you opened.`,
    table: 'visitor_kiosks',
    kind: 'administration',
    of: 'opened_by',
    order: 'created_at, id',
  },
]
