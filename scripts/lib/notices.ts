import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readLicense } from './licenses.ts'
import type { LockPackages } from './production-packages.ts'

/**
 * Renders the licences of the packages at these paths below `root`. Packages with the same text share it; packages of other machines
 * are not installed and left out.
 */
export function renderNotices(root: string, lock: LockPackages, paths: readonly string[]): string {
  const packagesByText = new Map<string, string[]>()
  for (const path of paths.filter(it => existsSync(join(root, it)))) {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const line = `${name} ${lock[path]?.version ?? ''} (${readLicense(lock, path)})`
    const text = readTexts(join(root, path)) || 'The package carries no licence text of its own.'
    packagesByText.set(text, [...(packagesByText.get(text) ?? []), line])
  }
  const parts = [...packagesByText].map(
    ([text, packages]) => `${[...new Set(packages)].join('\n')}\n\n${text}`,
  )
  return [
    'Muster contains the packages below. Made from the lockfile and the installed packages by `npm run bundle`.',
    ...parts,
  ].join(`\n\n${'-'.repeat(80)}\n\n`)
}

function readTexts(folder: string): string {
  return readdirSync(folder, { withFileTypes: true })
    .filter(it => it.isFile() && /^(licen[cs]e|copying|notice|ofl)([.-]|$)/i.test(it.name))
    .map(it => readFileSync(join(folder, it.name), 'utf8').replaceAll('\r', '').trim())
    .join('\n\n')
}
