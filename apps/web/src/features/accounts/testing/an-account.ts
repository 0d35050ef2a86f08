import type { Account } from '@muster/contract/accounts.ts'

/** Creates an account as it appears in the lists. */
export const anAccount = (changes: Partial<Account> = {}): Account => ({
  id: '0192f0c0-0000-7000-8000-0000000000a1',
  firstName: 'Nila',
  lastName: 'Bose',
  email: 'nila@example.org',
  phone: null,
  role: 'app_user',
  status: 'active',
  invited: false,
  profileImageUrl: null,
  userCode: 'MUS-BCDF-GHJK-MNPR',
  presence: 'unknown',
  zoneNames: [],
  zoneCount: 0,
  consent: 'given',
  lastSeen: null,
  mock: false,
  createdAt: '2026-11-20T09:00:00.000Z',
  ...changes,
})
