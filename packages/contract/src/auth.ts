import { roles } from '@muster/domain/role.ts'
import { userStatuses } from '@muster/domain/user-status.ts'
import { z } from 'zod'
import { publicProcedure, signedInProcedure } from './base.ts'
import { pick } from './errors.ts'
import { id, instant } from './ids.ts'

export const session = z.object({ token: z.string(), expiresAt: instant })

export const landing = z.enum(['super-admin-dashboard', 'zone-selection'])

export type Landing = z.infer<typeof landing>

export const profile = z.object({
  id,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string().nullable(),
  dateOfBirth: z.iso.date().nullable(),
  role: z.enum(roles),
  status: z.enum(userStatuses),
  userCode: z.string(),
  skills: z.array(z.string()),
  profileImageUrl: z.string().nullable(),
  emergencyContact: z.object({
    name: z.string().nullable(),
    phone: z.string().nullable(),
    relationship: z.string().nullable(),
  }),
  createdAt: instant,
  updatedAt: instant,
})
export type Profile = z.infer<typeof profile>

const email = z.email('Please enter a valid email address.').max(254)

/** What the sign-up form sends. The seven rules of the form are checked again by the server, in their order. */
export const signUpInput = z.object({
  firstName: z.string().trim().min(1).max(100),
  lastName: z.string().trim().min(1).max(100),
  email,
  phone: z.string().trim().max(40),
  dateOfBirth: z.iso.date(),
  password: z.string().max(256),
  pin: z.string().max(16),
})

export const auth = {
  /** What the sign-in and sign-up screens must know before anyone is signed in. */
  settings: publicProcedure
    .route({ method: 'GET', path: '/auth/settings', operationId: 'get_auth_settings', tags: ['auth'] })
    .output(
      z.object({
        passwordMin: z.int(),
        emailConfirmation: z.boolean(),
        demoSignIns: z.array(z.object({ label: z.string(), email: z.string(), password: z.string() })),
      }),
    ),
  signUp: publicProcedure
    .route({ method: 'POST', path: '/auth/sign-up', operationId: 'sign_up', tags: ['auth'] })
    .input(signUpInput)
    .output(z.object({ session: session.nullable() }))
    .errors(pick('EMAIL_TAKEN', 'SIGN_UP_INVALID', 'PASSWORD_COMMON')),
  signIn: publicProcedure
    .route({ method: 'POST', path: '/auth/sign-in', operationId: 'sign_in', tags: ['auth'] })
    .input(z.object({ email: z.string().trim().max(254), password: z.string().max(256) }))
    .output(z.object({ session, landing }))
    .errors(pick('INVALID_CREDENTIALS', 'EMAIL_NOT_CONFIRMED', 'ACCOUNT_NOT_ACTIVE')),
  signOut: signedInProcedure
    .route({ method: 'POST', path: '/auth/sign-out', operationId: 'sign_out', tags: ['auth'] })
    .output(z.object({ signedOut: z.literal(true) })),
  /** The signed-in user. `profile` is null while it cannot be read; the client then shows a fallback. */
  me: signedInProcedure
    .route({ method: 'GET', path: '/auth/me', operationId: 'get_current_user', tags: ['auth'] })
    .output(
      z.object({
        user: z.object({ id, email: z.string(), emailVerified: z.boolean() }),
        profile: profile.nullable(),
        landing,
        session: z.object({ id, expiresAt: instant }),
      }),
    ),
}
