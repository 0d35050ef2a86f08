import { passkey } from '@better-auth/passkey'
import { APIError } from 'better-auth/api'
import { z } from 'zod'

/** The header that passes the owner of a new passkey to the library. It is never taken from a request. */
export const OWNER_HEADER = 'x-muster-user-id'

const personSchema = z.object({ userId: z.uuid(), email: z.string() })

/**
 * A passkey replaces both steps, so user verification is required; the library only prefers it. `context` finds the owner, who is
 * checked again when the passkey is stored.
 */
export function passkeyPlugin(publicUrl: string) {
  return passkey({
    rpID: new URL(publicUrl).hostname,
    rpName: 'Muster',
    origin: new URL(publicUrl).origin,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    registration: {
      requireSession: false,
      resolveUser: async ({ context }) => {
        const { userId, email } = personSchema.parse(JSON.parse(context ?? 'null'))
        return { id: userId, name: email, displayName: email }
      },
      afterVerification: async ({ ctx, user, verification }) => {
        requireVerified(verification.registrationInfo?.userVerified)
        if (ctx.headers?.get(OWNER_HEADER) !== user.id) throw new APIError('UNAUTHORIZED')
      },
    },
    authentication: {
      afterVerification: async ({ verification }) =>
        requireVerified(verification.authenticationInfo.userVerified),
    },
    schema: {
      passkey: {
        modelName: 'passkeys',
        fields: {
          publicKey: 'public_key',
          userId: 'user_id',
          credentialID: 'credential_id',
          deviceType: 'device_type',
          backedUp: 'backed_up',
          createdAt: 'created_at',
        },
      },
    },
  })
}

function requireVerified(userVerified: boolean | undefined): void {
  if (!userVerified) throw new APIError('UNAUTHORIZED', { message: 'The device did not ask who holds it' })
}
