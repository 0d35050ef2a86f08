import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { compressFiles } from './compress-files.mjs'
import { runStep, wantsDetails } from './step.mjs'
import { cache, requireNode, root, run, runQuietly, toolEnvironment } from './workspace.mjs'

const web = join(root, 'apps', 'web')
const stamp = join(cache, 'web-build')
const sources = [
  'package-lock.json',
  'tsconfig.base.json',
  'apps/web/build',
  'apps/web/index.html',
  'apps/web/package.json',
  'apps/web/public',
  'apps/web/src',
  'apps/web/tsconfig.json',
  'apps/web/vite.config.ts',
  'packages/contract/src',
  'packages/domain/src',
  'scripts/lib/compress-files.mjs',
]

/**
 * Builds apps/web/dist unless the existing build was made from the same files. Returns the exit code of the build.
 * @param {{ report?: boolean, output?: import('./step.d.mts').StepOutput }} [how] `report`: prints the size of the build
 * @returns {Promise<number>}
 */
export async function ensureWebBuilt({ report = false, output = process.stdout } = {}) {
  // A bundle (`npm run bundle`) contains the build without its sources.
  if (existsSync(join(root, 'bundle.json'))) return 0
  const key = hashOfSources()
  if (existsSync(join(web, 'dist', 'index.html')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === key)
    return 0
  rmSync(stamp, { force: true })
  const vite = join(
    dirname(createRequire(join(web, 'package.json')).resolve('vite/package.json')),
    'bin',
    'vite.js',
  )
  const args = [vite, 'build', '--logLevel', 'warn']
  const options = { cwd: web, env: toolEnvironment({ NODE_ENV: 'production' }) }
  const log = join(cache, 'build-web.log')
  const work = async loud =>
    loud
      ? { code: await run(requireNode(), args, options), output: '' }
      : runQuietly(requireNode(), args, options)
  const code = await runStep({ title: 'Building the web app', log }, work, output)
  if (code === 0) {
    if (report || wantsDetails())
      output.write(`${readFileSync(join(cache, 'bundle.txt'), 'utf8').trimEnd()}\n`)
    await compressFiles(join(web, 'dist'))
    mkdirSync(cache, { recursive: true })
    writeFileSync(stamp, key)
  }
  return code
}

function hashOfSources() {
  const hash = createHash('sha256')
  for (const path of sources.flatMap(listFiles))
    hash.update(`${path}\0`).update(readFileSync(join(root, path)))
  return hash.digest('hex')
}

/** Lists the source files. Tests are excluded, because changing one does not change the build. */
function listFiles(path) {
  const full = join(root, path)
  if (!existsSync(full)) return []
  if (statSync(full).isFile()) return /\.test\.tsx?$/.test(path) ? [] : [path]
  return readdirSync(full)
    .sort()
    .flatMap(name => listFiles(`${path}/${name}`))
}
