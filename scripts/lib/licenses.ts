import { type LockPackages, listProductionPackages } from './production-packages.ts'

/** Licences that production packages may have, each with the reason where it is more than attribution. */
const allowed: Readonly<Record<string, string>> = {
  MIT: '',
  'MIT-0': '',
  ISC: '',
  '0BSD': '',
  'BSD-2-Clause': '',
  'BSD-3-Clause': '',
  'Apache-2.0': '',
  'BlueOak-1.0.0': '',
  'CC0-1.0': 'public domain',
  Unlicense: 'public domain: isbot, through the router of the web app',
  'OFL-1.1': 'fonts (Inter, Noto), passed on unchanged under their names',
  'LGPL-3.0-or-later': 'libvips, a shared library beside sharp, which anybody may replace',
  'MPL-2.0': 'web-push, used unchanged: only its own files stay under this licence',
}

/** Packages whose manifest states no licence, with the one their text or repository states. */
const stated: Readonly<Record<string, string>> = {
  // Its file LICENSE has the MIT text.
  'png-js': 'MIT',
}

/** The workspaces whose packages reach people: the server, the built web app and the phone app. */
const workspaces = ['apps/server', 'apps/web', 'apps/mobile']

/** Returns the licence of a package as its manifest or, failing that, the list above states it. */
export function readLicense(lock: LockPackages, path: string): string {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  return lock[path]?.license ?? stated[name] ?? 'none stated'
}

/** Returns a line for each production package whose licence is not in the list. */
export function findLicenseProblems(lock: LockPackages): string[] {
  const paths = new Set(workspaces.flatMap(it => listProductionPackages(lock, it)))
  return [...paths].sort().flatMap(path => {
    const license = readLicense(lock, path)
    return isAllowed(license) ? [] : [`${path}: the licence "${license}" is not in scripts/lib/licenses.ts.`]
  })
}

/** Evaluates an SPDX expression without nested brackets: one alternative suffices, and all its parts must be allowed. */
export function isAllowed(expression: string): boolean {
  return expression
    .replace(/^\((.*)\)$/, '$1')
    .split(/ OR /)
    .some(choice => choice.split(/ AND /).every(part => Object.hasOwn(allowed, part.trim())))
}

/**
 * Returns what would make an install depend on more than the lockfile: an entry with a download address of its own, or without the
 * hash of its contents.
 */
export function findLockProblems(
  lock: Readonly<
    Record<string, { link?: boolean; resolved?: string; integrity?: string; inBundle?: boolean }>
  >,
): string[] {
  return Object.entries(lock).flatMap(([path, { link, resolved, integrity, inBundle }]) => {
    if (link || !path.includes('node_modules/')) return []
    if (resolved) return [`${path}: the lockfile names the address ${resolved}; remove it.`]
    return integrity || inBundle ? [] : [`${path}: the lockfile has no integrity hash for it.`]
  })
}
