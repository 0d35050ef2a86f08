import { ORPCError } from '@orpc/client'
import { isAborted, isRefusal } from '../error-text.ts'

const profileRetries = 3
/** Base delay in milliseconds: retry n is sent after n times this long. */
const profileRetryDelayMs = 1_000

/** PostgreSQL's code for a recursive policy, which makes retrying useless. */
const permanentErrorCode = '42P17'

/** The required parts of the response. `profileCode`: the database's error code when the profile could not be read. */
type Answer = { profile: unknown; profileCode?: string | null }

type Options = { signal?: AbortSignal; pause?: (ms: number) => Promise<void> }

function isPermanent(error: unknown): boolean {
  if (!(error instanceof ORPCError)) return false
  const data = error.data as { code?: unknown } | undefined
  return error.code === permanentErrorCode || data?.code === permanentErrorCode
}

const wait = (ms: number) => new Promise<void>(done => setTimeout(done, ms))

/**
 * Reads the signed-in user. Retries a failure or a missing profile up to three times, after 1, 2 and 3 s; a refusal (4xx) and the
 * code 42P17 stop the retries immediately. Finally returns without a profile, or throws the last failure. `signal` also stops the
 * retries, because after a sign-out the next attempt would have no session.
 */
export async function loadMe<T extends Answer>(
  fetchMe: () => Promise<T>,
  { signal, pause = wait }: Options = {},
): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    const isLast = attempt === profileRetries
    try {
      const me = await fetchMe()
      if (me.profile !== null || me.profileCode === permanentErrorCode || isLast) return me
    } catch (error) {
      if (isAborted(error) || isRefusal(error) || isPermanent(error) || isLast) throw error
    }
    await pause((attempt + 1) * profileRetryDelayMs)
    signal?.throwIfAborted()
  }
}
