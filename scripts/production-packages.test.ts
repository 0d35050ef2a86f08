import { expect, it } from 'vitest'
import { type LockPackages, listProductionPackages } from './lib/production-packages.ts'

const lock: LockPackages = {
  'apps/server': { dependencies: { auth: '1', own: '1' }, optionalDependencies: { native: '1' } },
  'packages/own': { dependencies: { zod: '1' } },
  'node_modules/own': { link: true, resolved: 'packages/own' },
  'node_modules/auth': {
    dependencies: { zod: '2' },
    peerDependencies: { react: '1', core: '1' },
    peerDependenciesMeta: { react: { optional: true } },
  },
  'node_modules/auth/node_modules/zod': {},
  'node_modules/core': {},
  'node_modules/native': {},
  'node_modules/react': {},
  'node_modules/vite': {},
  'node_modules/zod': {},
}

it('the production packages are the dependencies, native packages and required peers, without optional peers', () => {
  expect(listProductionPackages(lock, 'apps/server')).toEqual([
    'node_modules/auth',
    'node_modules/auth/node_modules/zod',
    'node_modules/core',
    'node_modules/native',
    'node_modules/zod',
  ])
})
