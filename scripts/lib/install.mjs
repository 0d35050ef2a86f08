import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runStep } from './step.mjs'
import { cache, fail, findNode, root, run, runQuietly } from './workspace.mjs'

const stamp = join(cache, 'install.json')
const installed = join(root, 'node_modules', '.package-lock.json')

/** What each kind asks of npm. `start` leaves out browsers, linters and test tools. */
const kinds = {
  start: ['--workspace=apps/server', '--workspace=apps/web', '--include-workspace-root'],
  full: [],
}

/**
 * Installs what the lockfile says unless that has been done. A full install also serves a start.
 * @param {'start' | 'full'} kind
 */
export async function ensureInstalled(kind) {
  if (isInstalled(kind)) return
  // Gone first, so that an install that is interrupted half-way is never taken for a whole one.
  rmSync(stamp, { force: true })
  rmSync(installed, { force: true })
  const [command, prefix] = npm()
  const args = [
    ...prefix,
    'ci',
    ...kinds[kind],
    // NODE_ENV=production or a setting of the user would leave out Node 24 and the build tools.
    ...['--include=dev', '--include=optional', '--loglevel=error'],
  ]
  const title = kind === 'full' ? 'Installing everything' : 'Installing what Muster needs to run'
  const code = await runStep({ title, log: join(cache, 'install.log') }, async loud =>
    loud ? { code: await run(command, args), output: '' } : runQuietly(command, args),
  )
  if (code !== 0) fail(`npm could not install the packages (exit code ${code}); its message is above.`)
  mkdirSync(cache, { recursive: true })
  writeFileSync(stamp, JSON.stringify({ kind, key: key() }))
}

function isInstalled(kind) {
  if (!existsSync(installed) || !findNode()) return false
  const done = readJson(stamp)
  if (done?.key === key() && (done.kind === kind || done.kind === 'full')) return true
  return isInstalledByHand()
}

/** Someone ran `npm ci` or `npm install` themselves: every package of the lockfile is there in its version. */
function isInstalledByHand() {
  const wanted = readJson(join(root, 'package-lock.json'))?.packages ?? {}
  const present = readJson(installed)?.packages ?? {}
  return Object.entries(wanted).every(
    ([path, { version, optional, devOptional, peer }]) =>
      path === '' ||
      !path.includes('node_modules/') ||
      optional ||
      devOptional ||
      peer ||
      present[path]?.version === version,
  )
}

function key() {
  const hash = createHash('sha256').update(`${process.platform}-${process.arch}`)
  return hash.update(readFileSync(join(root, 'package-lock.json'))).digest('hex')
}

/** The very npm that started us, run by its own Node: the one on the PATH may be another. */
function npm() {
  const cli = process.env.npm_execpath
  if (cli?.endsWith('npm-cli.js')) return [process.env.npm_node_execpath ?? process.execPath, [cli]]
  return ['npm', []]
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}
