import { msg } from '@lingui/core/runtime-macro'
import type { PersonalList } from '../../platform/personal-list.ts'

export const authPersonalData: readonly PersonalList[] = [
  {
    name: 'sign-in',
    says: msg`Your sign-in: the email address and whether it was confirmed.`,
    table: 'auth.users',
    of: 'id',
    order: 'id',
    leftOut: { 'a secret': ['sign_up'] },
  },
  {
    name: 'ways-to-sign-in',
    says: msg`How you sign in. Passwords are stored only as hashes, which aren’t included.`,
    table: 'auth.accounts',
    kind: 'profile',
    of: 'user_id',
    order: 'id',
    leftOut: { 'belongs to a secret': ['access_token_expires_at', 'refresh_token_expires_at'] },
  },
  {
    name: 'sessions',
    says: msg`Where you are signed in.`,
    table: 'auth.sessions',
    kind: 'sessions',
    of: 'user_id',
    order: 'id',
  },
  {
    name: 'passkeys',
    says: msg`Your passkeys, without the parts used to verify a sign-in.`,
    table: 'auth.passkeys',
    kind: 'profile',
    of: 'user_id',
    order: 'id',
    leftOut: { 'a secret': ['public_key', 'credential_id'], 'detects a copied key': ['counter'] },
  },
  {
    name: 'known-devices',
    says: msg`Devices you signed in from, identified by a hash that isn’t included.`,
    table: 'known_devices',
    kind: 'sessions',
    of: 'user_id',
    order: 'token_hash',
  },
  {
    name: 'email-changes',
    says: msg`Changes to your email address that are waiting to be confirmed or can still be undone.`,
    table: 'email_changes',
    kind: 'profile',
    of: 'user_id',
    order: 'created_at, id',
  },
  {
    name: 'two-step-sign-in',
    says: msg`Whether an authenticator app is set up. Its secret and the recovery codes aren’t included.`,
    table: 'auth.two_step',
    kind: 'profile',
    of: 'user_id',
    order: 'user_id',
    leftOut: { 'detects a code that is used twice': ['last_counter'] },
  },
]
