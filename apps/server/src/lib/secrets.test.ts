import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createToken, hashToken, hashTokenToBytes, isSameSecret, signText } from './secrets.ts'

it('creates tokens of 192 bits, and hashes them alike for both types of column', () => {
  expect(createToken()).toMatch(/^[\w-]{32}$/)
  expect(createToken()).not.toBe(createToken())
  expect(hashToken('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  expect(hashTokenToBytes('abc').toString('hex')).toBe(hashToken('abc'))
})

it('compares secrets of any length, and signatures by key and purpose', () => {
  expect([
    isSameSecret('a', 'a'),
    isSameSecret('a', 'b'),
    isSameSecret('a', 'aa'),
    isSameSecret('', 'a'),
  ]).toEqual([true, false, false, false])
  expect(signText('key', 'file\nx')).not.toBe(signText('key', 'mail\nx'))
  expect(signText('key', 'x')).not.toBe(signText('other', 'x'))
})

it('secrets are created, signed and compared here only', () => {
  const folder = join(import.meta.dirname, '..')
  const files = globSync('**/*.ts', { cwd: folder }).filter(it => !/\.test\.ts$|testing\//.test(it))
  expect(files.length).toBeGreaterThan(500)
  const using = files.filter(it =>
    /timingSafeEqual|createHmac|randomBytes\(\w+\)\.toString\('base64url'\)/.test(
      readFileSync(join(folder, it), 'utf8'),
    ),
  )
  expect(using.toSorted()).toEqual([
    // Of 256 bits, as single sign-on and receivers of webhooks expect.
    'features/auth/single-sign-on/attempts.ts',
    // Shorter, because people type them into apps.
    'features/auth/two-step/app-codes.ts',
    'features/webhooks/sign-delivery.ts',
    'lib/secrets.ts',
  ])
})
