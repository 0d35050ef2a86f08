import { pbkdf2 } from 'node:crypto'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { hashOnce, hashSecret, verifySecret, withHash } from './hashing.ts'

it('argon2id verifies only the secret it hashed', async () => {
  const hash = await hashSecret('2468')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await verifySecret(hash, '2468')).toBe(true)
  expect(await verifySecret(hash, '2469')).toBe(false)
  expect(await verifySecret('no hash', '2468')).toBe(false)
})

it('other work does not wait behind queued hashes', async () => {
  let doneCount = 0
  const pendingHashes = Array.from({ length: 16 }, (_, n) => hashSecret(`${n}`).then(() => doneCount++))
  // pbkdf2 runs on the same threads as the hashes. With one iteration, it takes negligible time.
  await promisify(pbkdf2)('another', 'salt', 1, 16, 'sha256')
  expect(doneCount).toBeLessThan(12)
  await Promise.all(pendingHashes)
})

it('a hash prepared in advance is reused only for that secret', async () => {
  await withHash('2468', async () => {
    expect(await hashOnce('2468')).toBe(await hashOnce('2468'))
    expect(await hashOnce('1357')).not.toBe(await hashOnce('1357'))
  })
  expect(await hashOnce('2468')).not.toBe(await hashOnce('2468'))
})
