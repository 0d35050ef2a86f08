import { because, type PersonalList } from './personal-list.ts'

const { person, other } = because

/** What was decided and noted. */
export const logLists: readonly PersonalList[] = [
  {
    name: 'consents',
    says: 'What one decided about being located, and when, by the version of the words that were shown.',
    table: 'consents',
    of: ['user_id'],
    order: 'decided_at, id',
    columns: ['id', 'decision', 'text_version', 'retention_days', 'asked_at', 'decided_at'],
    leftOut: { user_id: person },
  },
  {
    name: 'security-events',
    says: 'Entries of the security log by or about oneself.',
    table: 'security_events',
    of: ['affected_user_id', 'actor_id'],
    order: 'created_at, id',
    columns: ['id', 'created_at', 'event_type', 'severity', 'description', 'metadata'],
    flags: { about_me: 'affected_user_id', by_me: 'actor_id' },
    guarded: { description: 'nobody else is concerned', metadata: 'nobody else is named' },
    leftOut: {
      actor_id: other,
      affected_user_id: other,
      number: 'place in the chain of the log',
      previous_hash: 'place in the chain of the log',
      hash: 'place in the chain of the log',
    },
  },
  {
    name: 'breach-notices',
    says: 'Notices of breaches that one’s sign-ins raised, or that one wrote.',
    table: 'data_breach_notifications',
    of: ['account_id', 'created_by'],
    order: 'id',
    columns: ['id', 'created_at', 'severity', 'description', 'affected_users_count'],
    flags: { about_me: 'account_id', by_me: 'created_by' },
    guarded: { description: 'nobody else is concerned' },
    leftOut: { account_id: other, created_by: other, metadata: 'how attacks are recognised' },
  },
  {
    name: 'downloads',
    says: 'The download of one’s own data.',
    table: 'data_downloads',
    of: ['user_id'],
    order: 'id',
    columns: ['id', 'state', 'requested_at'],
    leftOut: {
      user_id: person,
      percent: 'of the file that is just being written',
      attempt: 'of the file that is just being written',
      path: 'of the file that is just being written',
      bytes: 'of the file that is just being written',
      ready_at: 'of the file that is just being written',
      expires_at: 'of the file that is just being written',
    },
  },
]
