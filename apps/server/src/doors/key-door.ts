import type { FastifyRequest } from 'fastify'
import type { KeyCache } from '../lib/secrets.ts'
import type { ConcurrencyLimits } from '../rpc/concurrency-limits.ts'
import { fail } from '../rpc/fail.ts'
import { recordAdmission } from './signed-in-door.ts'

const MAX_KEY_LENGTH = 512

/** For endpoints of devices, which have a key of their own instead of a session. */
export function createKeyDoor<Owner extends object>(
  keys: Pick<KeyCache<Owner>, 'find'>,
  concurrency: Pick<ConcurrencyLimits, 'ofLookUp'>,
) {
  const owners = new WeakMap<FastifyRequest, Owner>()
  /** Returns what the key opens. Throws UNAUTHORIZED. */
  async function find(request: FastifyRequest, key: string | undefined): Promise<Owner> {
    if (!key || key.length > MAX_KEY_LENGTH) throw fail('UNAUTHORIZED')
    const owner = await concurrency.ofLookUp(request.ip, () => keys.find(key))
    if (!owner) throw fail('UNAUTHORIZED')
    owners.set(request, owner)
    return owner
  }
  return {
    find,
    /** Creates a hook that identifies the sender before a byte of the body is read. */
    createHook:
      (readKey: (request: FastifyRequest) => string | undefined) => async (request: FastifyRequest) => {
        const lookUp = () => find(request, readKey(request))
        await lookUp()
        recordAdmission(request, lookUp)
      },
    /** Returns the sender of a request that the hook admitted. */
    requireOwner(request: FastifyRequest): Owner {
      const owner = owners.get(request)
      if (!owner) throw fail('UNAUTHORIZED')
      return owner
    },
  }
}
