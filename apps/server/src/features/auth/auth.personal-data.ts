import { msg } from '@lingui/core/runtime-macro'
import type { PersonalList } from '../../platform/personal-list.ts'

export const authPersonalData: readonly PersonalList[] = [
  {
    name: 'sign-in',
    says: msg`The sign-in: the address and whether it was confirmed.`,
    table: 'auth.users',
    of: 'id',
    order: 'id',
    leftOut: { 'a secret': ['sign_up'] },
  },
  {
    name: 'ways-to-sign-in',
    says: msg`How one signs in. Passwords are kept as hashes only, which are not in here.`,
    table: 'auth.accounts',
    kind: 'profile',
    of: 'user_id',
    order: 'id',
    leftOut: { 'belongs to a secret': ['access_token_expires_at', 'refresh_token_expires_at'] },
  },
  {
    name: 'sessions',
    says: msg`Where one is signed in.`,
    table: 'auth.sessions',
    kind: 'sessions',
    of: 'user_id',
    order: 'id',
  },
  {
    name: 'passkeys',
    says: msg`Keys of devices that sign in by themselves, as far as they are no part of the proof.`,
    table: 'auth.passkeys',
    kind: 'profile',
    of: 'user_id',
    order: 'id',
    leftOut: { 'a secret': ['public_key', 'credential_id'], 'detects a copied key': ['counter'] },
  },
  {
    name: 'known-devices',
    says: msg`Devices that one has signed in from, by a hash that is not in here.`,
    table: 'known_devices',
    kind: 'sessions',
    of: 'user_id',
    order: 'token_hash',
  },
  {
    name: 'email-changes',
    says: msg`Changes of one’s e-mail address that wait to be confirmed, or can still be taken back.`,
    table: 'email_changes',
    kind: 'profile',
    of: 'user_id',
    order: 'created_at, id',
  },
]
