import { createRequire } from 'node:module'

type Argon2 = typeof import('@node-rs/argon2')

const argon2: Argon2 = createRequire(import.meta.url)('@node-rs/argon2')

/**
 * Hashes at the lowest cost. The tests on Postgres use it instead of the library (vitest.config.ts), because the cost of the product
 * took a quarter of the time of those that sign in; hashing.test.ts checks that cost.
 */
export const hash: Argon2['hash'] = (secret, options) =>
  argon2.hash(secret, { ...options, memoryCost: 8, timeCost: 1 })

/** Reads the cost from the hash. */
export const { verify } = argon2
