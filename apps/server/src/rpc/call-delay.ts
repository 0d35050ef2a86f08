import { setTimeout as sleep } from 'node:timers/promises'
import { type Announced, bytesAhead, payAsItComes } from '../doors/bytes-announced.ts'
import { bearerToken } from '../lib/bearer-token.ts'
import { type Caller, type CallRate, createCallRate } from './call-rate.ts'
import { type ConcurrencyLimits, tooManyAtOnce } from './concurrency-limits.ts'
import type { ActiveSession, Sessions } from './sessions.ts'

type Deps = {
  readonly sessions: Pick<Sessions, 'held' | 'resolve'>
  readonly concurrency: Pick<ConcurrencyLimits, 'hasCapacity' | 'ofLookUp'>
  readonly rate?: CallRate
}

/**
 * In how many milliseconds it is the turn of a call, from its headers; at once where its session is held. Whose token
 * must be looked up has a turn as a stranger of their address first, and then their own: or many calls at once would
 * each be read whole, for a session that is not held just then. What the call brings is on the account of whoever it turns
 * out to be, before any of it is read, or as it comes where it does not say how much it is. Throws, or rejects with, TOO_MANY_REQUESTS.
 */
export function createCallDelay({ sessions, concurrency, rate = createCallRate() }: Deps) {
  return (request: Announced & { readonly ip: string }): number | Promise<number> => {
    const { headers, ip } = request
    const bytes = bytesAhead(request)
    const waitOf = (caller: Caller) => {
      const wait = rate.waitOf(caller)
      payAsItComes(request, came => rate.pay(caller, came))
      return wait
    }
    const turnOf = (person: ActiveSession) => {
      if (!concurrency.hasCapacity(person)) throw tooManyAtOnce()
      return waitOf({ userId: person.userId, ip, bytes })
    }
    const ofStranger = { userId: undefined, ip }
    const token = bearerToken(headers.authorization)
    if (!token) return waitOf({ ...ofStranger, bytes })
    const held = sessions.held(token)
    if (held) return turnOf(held)
    const wait = rate.waitOf({ ...ofStranger, bytes: 0 })
    // A caller that cannot be looked up is told why where the call is answered.
    const lookUp = () => concurrency.ofLookUp(ip, () => sessions.resolve(token)).catch(() => null)
    return (wait > 0 ? sleep(wait).then(lookUp) : lookUp()).then(person =>
      person ? turnOf(person) : waitOf({ ...ofStranger, bytes, calls: 0 }),
    )
  }
}
