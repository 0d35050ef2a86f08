const minute = 60_000
const hour = 60 * minute

/** More than a forgotten password: five in 15 minutes, as the zone PIN; ten a day, patience; ten in 15 minutes, a machine. */
export const suspicionPolicy = {
  recentMs: 15 * minute,
  recentToSuspect: 5,
  recentToLock: 10,
  totalMs: 24 * hour,
  totalToSuspect: 10,
  /** The window within which failures count as one pattern, which is logged once. */
  patternMs: 15 * minute,
  /** At most one notice per account within this time recommends a lockout. */
  noticeMs: hour,
} as const

/** The failed sign-ins to one account in the last 15 minutes, and in the last 24 hours (including the recent ones). */
export type SignInFailures = { readonly recent: number; readonly total: number }

export type SuspicionRating = { readonly isSuspicious: boolean; readonly shouldLock: boolean }

/** Rates the failed sign-ins to an account. `shouldLock` is only a recommendation; an admin decides. */
export function rateSuspicion({ recent, total }: SignInFailures): SuspicionRating {
  const { recentToSuspect, recentToLock, totalToSuspect } = suspicionPolicy
  return {
    isSuspicious: recent >= recentToSuspect || total >= totalToSuspect,
    shouldLock: recent >= recentToLock,
  }
}
