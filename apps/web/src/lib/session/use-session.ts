import { i18n } from '@lingui/core'
import type { Landing, Profile } from '@muster/contract/auth.ts'
import { sourceLanguage } from '@muster/domain/language.ts'
import { type Role, roleLabel } from '@muster/domain/role.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { api, orpc } from '../api.ts'
import { sessionStore } from '../session-store.ts'
import { loadMe } from './load-me.ts'

/** The profile, or a fallback for display: id, email, empty names, role app_user. The server grants the fallback nothing. */
export type DisplayProfile = Profile | FallbackProfile
type FallbackProfile = { id: string; email: string; firstName: ''; lastName: ''; role: 'app_user' }

export type SignedInSession = {
  status: 'signed-in'
  userId: string
  email: string
  profile: DisplayProfile
  /** Null while only the fallback is available. */
  fullProfile: Profile | null
  landing: Landing
  /** `requiredFrom`: when it becomes mandatory for people without a second step. `due`: all other calls are already refused. */
  twoStep: { requiredFrom: string | null; due: boolean }
  /** The person's decision on location tracking. */
  consent: 'given' | 'withdrawn' | 'unasked'
  /** The zones of which the person is a captain. */
  captainZoneIds: readonly string[]
}

export type Session =
  | { status: 'loading' }
  | { status: 'signed-out' }
  /** The user could not be read. The person is not signed out; `retry` tries again. */
  | { status: 'failed'; error: Error; retry: () => void }
  | SignedInSession

export const meQuery = queryOptions({
  queryKey: orpc.auth.me.queryKey(),
  // The signal lets a sign-out cancel this request, which would otherwise fail with an expired session.
  queryFn: async ({ signal }) => {
    const token = sessionStore.get()?.token
    const me = await loadMe(() => api.auth.me(undefined, { signal }), { signal })
    if (token) sessionStore.renew(token, me.session.expiresAt)
    return me
  },
  retry: false,
})

const noZoneIds: readonly string[] = []

/** Returns the signed-in person. All components share one request. */
export function useSession(): Session {
  const storedSession = useSyncExternalStore(sessionStore.subscribe, sessionStore.get)
  const meResult = useQuery({ ...meQuery, enabled: storedSession !== null })
  if (storedSession === null) return { status: 'signed-out' }
  if (meResult.data) {
    const { user, profile, landing, consent, twoStep, captainZoneIds = noZoneIds } = meResult.data
    const fallbackProfile: FallbackProfile = {
      id: user.id,
      email: user.email,
      firstName: '',
      lastName: '',
      role: 'app_user',
    }
    return {
      status: 'signed-in',
      userId: user.id,
      email: user.email,
      profile: profile ?? fallbackProfile,
      fullProfile: profile,
      landing,
      twoStep,
      consent,
      captainZoneIds,
    }
  }
  if (meResult.isError)
    return { status: 'failed', error: meResult.error, retry: () => void meResult.refetch() }
  return { status: 'loading' }
}

/** Throws outside the authentication guard, because using it there is a bug. */
export function useMe(): SignedInSession {
  const session = useSession()
  if (session.status !== 'signed-in') throw new Error('useMe needs a signed-in user')
  return session
}

/** Returns the first and last name, or the email address if there is no name. */
export function displayName(profile: DisplayProfile): string {
  return `${profile.firstName} ${profile.lastName}`.trim() || profile.email
}

/** The identifier with spaces instead of underscores in English, as specified; otherwise the translated label. */
export function toSpokenRole(role: Role): string {
  return i18n.locale === sourceLanguage ? role.replaceAll('_', ' ') : i18n._(roleLabel(role))
}
