import { AsyncLocalStorage } from 'node:async_hooks'
import { hash, verify } from '@node-rs/argon2'
import { createFairQueue } from '../lib/fair-queue.ts'
import { getCurrentAccount } from '../lib/run-on-account.ts'
import { fail } from './fail.ts'

// argon2id with the minimum parameters from OWASP's Password Storage Cheat Sheet: 19 MiB, 2 passes, 1 lane.
const hashOptions = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Hashing needs the four threads of files, DNS and pictures, so two hashes run at a time, one per person or IP address while others
 * wait. A hash takes some 36 ms of a CPU: about fifty sign-ins a second from one address on two idle cores. Rare hashers go first;
 * with a thousand waiting, further ones are refused.
 */
const { run } = createFairQueue({
  running: 2,
  waiting: 1_000,
  createFullError: () => fail('SERVICE_UNAVAILABLE'),
})

/** Returns the argon2id hash of a password or PIN, as a PHC string. */
export const hashSecret = (secret: string): Promise<string> =>
  run(getCurrentAccount(), () => hash(secret, hashOptions))

/** Returns true if the secret matches the hash, and false if the hash is malformed. */
export const verifySecret = (hashed: string, secret: string): Promise<boolean> =>
  run(getCurrentAccount(), () => verify(hashed, secret).catch(() => false))

const precomputedHashStorage = new AsyncLocalStorage<{ readonly secret: string; readonly hashed: string }>()

/**
 * Hashes the secret, then runs `work`, in which `hashOnce` returns this hash immediately. Use it if `work` runs in a transaction,
 * which should not wait for hashing.
 */
export async function withHash<T>(secret: string, work: () => Promise<T>): Promise<T> {
  const hashed = await hashSecret(secret)
  return precomputedHashStorage.run({ secret, hashed }, work)
}

export async function hashOnce(secret: string): Promise<string> {
  const precomputed = precomputedHashStorage.getStore()
  return precomputed?.secret === secret ? precomputed.hashed : hashSecret(secret)
}
