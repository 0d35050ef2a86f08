import { hash, verify } from '@node-rs/argon2'

// argon2id with the parameters OWASP's Password Storage Cheat Sheet gives as its minimum: 19 MiB, 2 passes, 1 lane.
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The argon2id hash of a password or PIN, in PHC string form. */
export const hashSecret = (secret: string): Promise<string> => hash(secret, options)

/** Whether the secret belongs to the hash; false too when the hash is not one. */
export const verifySecret = (hashed: string, secret: string): Promise<boolean> =>
  verify(hashed, secret).catch(() => false)
