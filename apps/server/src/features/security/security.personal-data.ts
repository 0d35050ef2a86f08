import { msg } from '@lingui/core/runtime-macro'
import type { PersonalList } from '../../platform/personal-list.ts'

export const securityPersonalData: readonly PersonalList[] = [
  {
    name: 'security-events',
    says: msg`Security log entries by you or about you.`,
    table: 'security_events',
    kind: 'security_events',
    of: { affected_user_id: 'about_me', actor_id: 'by_me' },
    order: 'created_at, id',
    onlyAboutMe: ['description'],
    onlyNamingMe: ['metadata'],
    leftOut: { 'place in the chain of the log': ['number'] },
  },
  {
    name: 'breach-notices',
    says: msg`Breach notices raised by your sign-ins or written by you.`,
    table: 'data_breach_notifications',
    of: { account_id: 'about_me', created_by: 'by_me' },
    order: 'id',
    onlyAboutMe: ['description'],
    leftOut: { 'would reveal how attacks are detected': ['metadata'] },
  },
]
