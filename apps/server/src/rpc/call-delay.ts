import { setTimeout as sleep } from 'node:timers/promises'
import { type AnnouncedRequest, chargeAsReceived, estimateBytes } from '../doors/bytes-announced.ts'
import { parseBearerToken } from '../lib/bearer-token.ts'
import { type Caller, type CallRate, createCallRate } from './call-rate.ts'
import { type ConcurrencyLimits, createTooManyError } from './concurrency-limits.ts'
import type { ActiveSession, Sessions } from './sessions.ts'

type Deps = {
  readonly sessions: Pick<Sessions, 'held' | 'resolve'>
  readonly concurrency: Pick<ConcurrencyLimits, 'hasCapacity' | 'ofLookUp'>
  readonly rate?: CallRate
}

/**
 * Milliseconds; synchronous unless the token must be looked up. Such a call first waits at its IP address's rate, or many with an
 * uncached session would all be read. Bodies are charged before they are read or, without a length, as they arrive. Throws or
 * rejects TOO_MANY_REQUESTS.
 */
export function createCallDelay({ sessions, concurrency, rate = createCallRate() }: Deps) {
  return (request: AnnouncedRequest & { readonly ip: string }): number | Promise<number> => {
    const { headers, ip } = request
    const bytes = estimateBytes(request)
    const findWait = (caller: Caller) => {
      const waitMs = rate.findWait(caller)
      chargeAsReceived(request, receivedBytes => rate.pay(caller, receivedBytes))
      return waitMs
    }
    const delaySession = (person: ActiveSession) => {
      if (!concurrency.hasCapacity(person)) throw createTooManyError()
      return findWait({ userId: person.userId, ip, bytes })
    }
    const unknownCaller = { userId: undefined, ip }
    const token = parseBearerToken(headers.authorization)
    if (!token) return findWait({ ...unknownCaller, bytes })
    const cachedSession = sessions.held(token)
    if (cachedSession) return delaySession(cachedSession)
    const waitMs = rate.findWait({ ...unknownCaller, bytes: 0 })
    // A failed lookup is reported when the call is answered.
    const resolveSession = () => concurrency.ofLookUp(ip, () => sessions.resolve(token)).catch(() => null)
    return (waitMs > 0 ? sleep(waitMs).then(resolveSession) : resolveSession()).then(person =>
      person ? delaySession(person) : findWait({ ...unknownCaller, bytes, calls: 0 }),
    )
  }
}
