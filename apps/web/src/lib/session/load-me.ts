import { isRefusal } from '../error-text.ts'

/** Milliseconds before the three retries of the profile. */
export const profileRetryDelays = [1000, 2000, 3000] as const

const wait = (ms: number) => new Promise<void>(done => setTimeout(done, ms))

/**
 * Reads the signed-in user. On a failure, or while the profile is missing, asks again up to three times after 1, 2 and
 * 3 s; a refusal (4xx) stops at once. Gives up by answering without a profile, or by throwing the last failure.
 */
export async function loadMe<T extends { profile: unknown }>(
  ask: () => Promise<T>,
  pause: (ms: number) => Promise<void> = wait,
): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    const delay = profileRetryDelays[attempt]
    try {
      const me = await ask()
      if (me.profile !== null || delay === undefined) return me
    } catch (error) {
      if (isRefusal(error) || delay === undefined) throw error
    }
    await pause(delay)
  }
}
