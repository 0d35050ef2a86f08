import { chmodSync, cpSync, existsSync, lstatSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type LockPackages, listProductionPackages } from './production-packages.ts'

/** Files and folders of the repository that an installation needs or its operator reads. Those that do not exist are skipped. */
const own = [
  ...['package.json', 'package-lock.json', 'LICENSE', 'NOTICE', 'README.md', 'CHANGELOG.md', 'SECURITY.md'],
  ...['OPERATING.md', 'UPGRADING.md', 'docs', 'deploy', 'scripts'],
  ...['apps/server/package.json', 'apps/server/src', 'apps/server/locales'],
  ...['apps/web/package.json', 'apps/web/dist', 'apps/web/public/map-fetch.js'],
  ...['packages/contract/package.json', 'packages/contract/src'],
  ...['packages/domain/package.json', 'packages/domain/src'],
]

/** The workspaces that code imports by name, with the folder each name leads to. */
const links = {
  '@muster/contract': 'packages/contract',
  '@muster/domain': 'packages/domain',
  '@muster/server': 'apps/server',
}

/** Returns true for files of the repository that only tests and developers need. */
export const isTestFile = (path: string): boolean =>
  /\.test\.(m?[jt]s|tsx)$/.test(path) || ['testing', 'testing.ts'].includes(basename(path))

/** Returns true for files of packages that no running program reads: types, source maps and manuals. Licences are kept. */
export const isDeveloperFile = (path: string): boolean =>
  /\.(d\.[mc]?ts|map|tsbuildinfo|flow)$/.test(path) ||
  /^(readme|changelog|history)(\.|$)/i.test(basename(path))

/** Copies what an installation runs from the repository at `root`, whose packages are installed, into the empty `folder`. */
export function copyBundle(root: string, folder: string, lock: LockPackages): void {
  for (const path of own)
    if (existsSync(join(root, path))) copy(join(root, path), join(folder, path), it => !isTestFile(it))
  for (const path of listProductionPackages(lock, 'apps/server')) {
    // The types of packages are for the compiler. Native packages are installed for this machine only.
    if (path.includes('node_modules/@types/') || !existsSync(join(root, path))) continue
    copy(join(root, path), join(folder, path), it => !isDeveloperFile(it) && basename(it) !== 'node_modules')
  }
  for (const [name, target] of Object.entries(links)) {
    const link = join(folder, 'node_modules', name)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(join('..', '..', target), link)
  }
}

/** Copies Node, so that the bundle starts on a machine without it, as `node_modules/.bin/node`. */
export function copyNode(program: string, folder: string): void {
  const bin = join(folder, 'node_modules', '.bin')
  mkdirSync(bin, { recursive: true })
  cpSync(program, join(bin, 'node'), { dereference: true })
}

function copy(from: string, to: string, filter: (path: string) => boolean): void {
  mkdirSync(dirname(to), { recursive: true })
  cpSync(from, to, {
    recursive: true,
    verbatimSymlinks: true,
    filter: path => path === from || filter(path),
  })
}

/** Lets every account read the folder, whatever the umask was when its files were installed or built. */
export function openTree(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) chmodSync(path, 0o755)
    else if (entry.isFile()) chmodSync(path, lstatSync(path).mode & 0o100 ? 0o755 : 0o644)
  }
}

/** Returns the size of a folder's files in bytes. */
export function measureFolder(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(it => it.isFile())
    .reduce((sum, it) => sum + lstatSync(join(it.parentPath, it.name)).size, 0)
}
