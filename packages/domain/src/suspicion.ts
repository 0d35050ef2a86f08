const minute = 60_000
const hour = 60 * minute

/**
 * When the failed sign-ins of one account are more than a forgotten password. Five in a quarter of an hour is what the
 * zone PIN forgives, too; ten in a day catches the patient guesser; ten in a quarter of an hour is a machine.
 */
export const suspicionPolicy = {
  recentMs: 15 * minute,
  recentToSuspect: 5,
  recentToLock: 10,
  totalMs: 24 * hour,
  totalToSuspect: 10,
  /** A pattern goes on for as long as this; it is logged once. */
  patternMs: 15 * minute,
  /** At most one notice recommending a lockout for an account in this time. */
  noticeMs: hour,
} as const

/** Failed sign-ins of one account: those of the last 15 minutes, and those of the last 24 hours (the recent ones included). */
export type SignInFailures = { readonly recent: number; readonly total: number }

export type Suspicion = { readonly isSuspicious: boolean; readonly shouldLock: boolean }

/** Judges the failed sign-ins of an account. Locking itself is for an admin to decide; `shouldLock` recommends it. */
export function suspicionOf({ recent, total }: SignInFailures): Suspicion {
  const { recentToSuspect, recentToLock, totalToSuspect } = suspicionPolicy
  return {
    isSuspicious: recent >= recentToSuspect || total >= totalToSuspect,
    shouldLock: recent >= recentToLock,
  }
}
