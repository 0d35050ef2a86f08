import { AsyncLocalStorage } from 'node:async_hooks'
import { hash, verify } from '@node-rs/argon2'
import { accountOfWork } from '../../lib/account-of-work.ts'
import { createFairQueue } from '../../lib/fair-queue.ts'
import { fail } from '../../rpc/fail.ts'

// argon2id with the parameters OWASP's Password Storage Cheat Sheet gives as its minimum: 19 MiB, 2 passes, 1 lane.
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Hashes work on the threads that files, names and pictures need too; there are four. Two at a time leave them room, one of
 * each person or address, and none of who hashes all the time begins beside one of who does not: who signs in does not wait
 * behind the whole site that does so elsewhere. Whoever comes when a thousand wait is better told so.
 */
const { run } = createFairQueue({ running: 2, waiting: 1_000, full: () => fail('SERVICE_UNAVAILABLE') })

/** The argon2id hash of a password or PIN, in PHC string form. */
export const hashSecret = (secret: string): Promise<string> =>
  run(accountOfWork(), () => hash(secret, options))

/** Whether the secret belongs to the hash; false too when the hash is not one. */
export const verifySecret = (hashed: string, secret: string): Promise<boolean> =>
  run(accountOfWork(), () => verify(hashed, secret).catch(() => false))

const ahead = new AsyncLocalStorage<{ readonly secret: string; readonly hashed: string }>()

/** Hashes the secret, and then runs `work`, in which `hashUnlessAhead` has it at once: for work inside a transaction. */
export async function withHashAhead<T>(secret: string, work: () => Promise<T>): Promise<T> {
  const hashed = await hashSecret(secret)
  return ahead.run({ secret, hashed }, work)
}

export async function hashUnlessAhead(secret: string): Promise<string> {
  const its = ahead.getStore()
  return its?.secret === secret ? its.hashed : hashSecret(secret)
}
