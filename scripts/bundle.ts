// `npm run bundle -- FOLDER`: makes the folder that an image or a machine without network runs.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ensureWebBuilt } from './lib/build-web.mjs'
import { copyBundle, copyNode, measureFolder, openTree } from './lib/bundle-files.ts'
import { readArguments } from './lib/command.mjs'
import { renderNotices } from './lib/notices.ts'
import { main } from './lib/operator.ts'
import { listProductionPackages } from './lib/production-packages.ts'

const { words, options } = readArguments({
  name: 'bundle',
  about:
    'Makes a folder with all that Muster runs and nothing else, for this kind of machine (OPERATING.md).',
  words: [{ name: 'folder', about: 'where to, new or empty', required: true }],
  options: { 'with-node': 'adds Node 24, for machines and images without it' },
})

await main(async () => {
  const root = resolve(import.meta.dirname, '..')
  const folder = resolve(words[0] ?? '')
  if (existsSync(join(root, 'bundle.json'))) throw new Error('This is a bundle: copy the folder itself.')
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new Error(`${folder} is not empty.`)
  // Others run what is built and written here, under another account.
  process.umask(0o022)
  if ((await ensureWebBuilt()) !== 0) throw new Error('The web app could not be built; the message is above.')
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  mkdirSync(folder, { recursive: true })
  try {
    copyBundle(root, folder, packages)
    if (options['with-node']) copyNode(process.execPath, folder)
    // The built web app contains packages too.
    const shown = ['apps/server', 'apps/web'].flatMap(it => listProductionPackages(packages, it))
    writeFileSync(
      join(folder, 'THIRD-PARTY-NOTICES'),
      renderNotices(root, packages, [...new Set(shown)].sort()),
    )
    writeFileSync(join(folder, 'bundle.json'), `${JSON.stringify(describeBundle(root), null, 2)}\n`)
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
  openTree(folder)
  const size = Math.ceil(measureFolder(folder) / 1_000_000)
  console.log(`${folder}: ${size} MB. Start it there with: node scripts/start.mjs`)
})

/** A marker that tells the bundle's commands that everything is installed and built. */
function describeBundle(root: string) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' })
  return {
    version,
    commit: status === 0 ? stdout.trim() : undefined,
    platform: `${process.platform}-${process.arch}`,
    node: process.versions.node,
  }
}
