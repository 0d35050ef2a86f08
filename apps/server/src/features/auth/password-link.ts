import { createToken } from '../../lib/secrets.ts'
import { type AuthLibrary, LINK_LIFETIME_SECONDS } from './auth-library.ts'

/** Lifetime of an invitation link in milliseconds. It is long because invited people may be on leave. */
const INVITATION_LIFETIME_MS = 7 * 86_400_000

/** Creates a link with which a person sets a new password, or with an invitation the first one. The token is not stored. */
export async function createPasswordLink(
  auth: AuthLibrary,
  userId: string,
  kind: 'reset' | 'invitation',
): Promise<{ id: string; token: string; expiresAt: Date }> {
  const token = createToken()
  const lifetimeMs = kind === 'invitation' ? INVITATION_LIFETIME_MS : LINK_LIFETIME_SECONDS * 1_000
  const expiresAt = new Date(Date.now() + lifetimeMs)
  const { internalAdapter } = await auth.$context
  const { id } = await internalAdapter.createVerificationValue({
    value: userId,
    identifier: `reset-password:${token}`,
    expiresAt,
  })
  return { id, token, expiresAt }
}

/** The address of the page on which the link's token sets a password. */
export const toPasswordPage = (publicUrl: string, token: string, kind: 'reset' | 'invitation'): string =>
  `${publicUrl}/#/reset-password?token=${encodeURIComponent(token)}${kind === 'invitation' ? '&invited=1' : ''}`
