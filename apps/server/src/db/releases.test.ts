import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { version } from '../platform/version.ts'
import { compareVersions, findRelease, readReleases } from './releases.ts'

const migration = (name: string, digit: string) => ({ name, checksum: digit.repeat(64) })
const first = migration('0001-create-probe.sql', '1')
const second = migration('0002-add-colour.sql', '2')
const third = migration('0003-add-size.sql', '3')
const releases = [
  { version: '0.9.0', migrations: [first] },
  { version: '0.10.0', migrations: [first, second] },
]

test('a database belongs to the newest release whose migrations it has', () => {
  expect(findRelease([first], releases)?.version).toBe('0.9.0')
  expect(findRelease([first, second], releases)?.version).toBe('0.10.0')
  expect(findRelease([first, second, third], releases)?.version).toBe('0.10.0')
  expect(findRelease([migration(first.name, 'f'), second], releases)).toBeUndefined()
})

test('versions are sorted numerically, not alphabetically', () => {
  expect(['0.10.0', '0.9.0', '1.0.0', '0.9.10'].sort(compareVersions)).toEqual([
    '0.9.0',
    '0.9.10',
    '0.10.0',
    '1.0.0',
  ])
})

test('every release has a section in the changelog and in the guide to upgrades, and so does this version', async () => {
  const stored = (await readReleases()).map(it => it.version)
  expect(stored[0]).toBe('0.1.0')
  expect(compareVersions(stored.at(-1) ?? '', version)).toBeLessThanOrEqual(0)
  for (const name of ['CHANGELOG.md', 'UPGRADING.md']) {
    const text = readFileSync(new URL(`../../../../${name}`, import.meta.url), 'utf8')
    for (const release of new Set([...stored, version]))
      expect(text, `${name}, ${release}`).toMatch(new RegExp(`^## ${release.replaceAll('.', '\\.')}\\b`, 'm'))
  }
})
