import { expect, it } from 'vitest'
import { invitationState, maskEmail } from './zone-invitation.ts'

const now = new Date('2026-11-20T12:00:00Z')
const openInvitation = {
  expiresAt: new Date('2026-11-20T12:00:01Z'),
  revokedAt: null,
  uses: 1,
  maxUses: 2,
}

it('an invitation is open until its last use, its last moment or its revocation', () => {
  expect(invitationState(openInvitation, now)).toBe('open')
  expect(invitationState({ ...openInvitation, uses: 2 }, now)).toBe('used_up')
  expect(invitationState({ ...openInvitation, expiresAt: now }, now)).toBe('expired')
  expect(invitationState({ ...openInvitation, revokedAt: now }, now)).toBe('revoked')
})

it('a used invitation stays used after its time, so that its list says who came', () => {
  expect(invitationState({ ...openInvitation, uses: 2, expiresAt: now }, now)).toBe('used_up')
})

it('a masked address shows its first character and its domain', () => {
  expect(maskEmail('ana.lopez@example.com')).toBe('a…@example.com')
  expect(maskEmail('"a@b"@example.com')).toBe('"…@example.com')
})
