import { expect, it } from 'vitest'
import { findLicenseProblems, findLockProblems, isAllowed } from './lib/licenses.ts'

it.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0-only)', true],
  ['Apache-2.0 AND LGPL-3.0-or-later AND MIT', true],
  ['MIT AND GPL-3.0-only', false],
  ['none stated', false],
  ['toString', false],
])('the licence %s is allowed: %s', (license, isIt) => {
  expect(isAllowed(license)).toBe(isIt)
})

it('names a production package with another licence, but not a development tool', () => {
  const lock = {
    'apps/server': { dependencies: { strange: '1' } },
    'node_modules/strange': { license: 'GPL-3.0-only' },
    'node_modules/tool': { license: 'GPL-3.0-only' },
  }
  expect(findLicenseProblems(lock)).toEqual([expect.stringContaining('node_modules/strange')])
})

it('names an address or a missing hash in the lockfile', () => {
  const integrity = 'sha512-x'
  expect(
    findLockProblems({
      'node_modules/a': { integrity, resolved: 'https://elsewhere.example/a.tgz' },
      'node_modules/b': {},
      'node_modules/c': { integrity },
      'node_modules/own': { link: true, resolved: 'packages/own' },
    }),
  ).toEqual([expect.stringContaining('elsewhere.example'), expect.stringContaining('node_modules/b')])
})
