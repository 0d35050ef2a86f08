import { passkey } from '@better-auth/passkey'
import { APIError } from 'better-auth/api'
import { z } from 'zod'

/** The header in which we tell the library who adds a passkey; never taken from a request. */
export const OWNER_HEADER = 'x-muster-user-id'

const person = z.object({ userId: z.uuid(), email: z.string() })

/**
 * The library's passkeys over `auth.passkeys`. A passkey stands for both steps: the device must have asked for a finger, a face
 * or its PIN, which the library would only prefer. Who adds one we know ourselves (`context`), and look at again when it is kept.
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
        const { userId, email } = person.parse(JSON.parse(context ?? 'null'))
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
