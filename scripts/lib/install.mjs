import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chooseNpm, networkArgs, ownNpm, removeBroughtNpm } from './bring-npm.mjs'
import { installProblem, missingNativePackages, thisMachine } from './installed.mjs'
import { runStep } from './step.mjs'
import { cache, fail, findNode, root, run, runQuietly } from './workspace.mjs'

const stamp = join(cache, 'install.json')
const installed = join(root, 'node_modules', '.package-lock.json')

/** npm options for each kind of install. `start` omits browsers, linters and test tools. */
const kinds = {
  start: ['--workspace=apps/server', '--workspace=apps/web', '--include-workspace-root'],
  full: [],
}

/**
 * Installs the packages in the lockfile unless that has already been done. A full install also suffices for a start. If the
 * installation fails, prints the reason and ends the process.
 * @param {'start' | 'full'} kind
 */
export async function ensureInstalled(kind) {
  // A bundle (`npm run bundle`) already contains its packages.
  if (existsSync(join(root, 'bundle.json'))) return
  if (isInstalled(kind)) return
  // Remove the stamp first, so that an interrupted install never passes for a complete one.
  rmSync(stamp, { force: true })
  rmSync(installed, { force: true })
  const title = kind === 'full' ? 'Installing everything' : 'Installing what Muster needs to run'
  let problem
  const code = await runStep({ title, log: join(cache, 'install.log') }, async loud => {
    const outcome = await install(kind, loud)
    problem = outcome.problem
    // One line explains the failure better than npm's stack traces.
    return { ...outcome, shown: problem && '' }
  })
  removeBroughtNpm()
  if (code !== 0)
    fail(problem ?? `npm could not install the packages (exit code ${code}); its message is above.`)
  mkdirSync(cache, { recursive: true })
  writeFileSync(stamp, JSON.stringify({ kind, key: key() }))
}

/**
 * Runs one install with a sufficiently new Node and verifies the result, because npm exits with code 0 after some failures.
 * @returns {Promise<{ code: number, output: string, problem?: string }>} `problem`: the remedy in one line
 */
async function install(kind, loud) {
  const ask = ({ command, prefix, env }, args) => runQuietly(command, [...prefix, ...args], { env })
  const runNpm = async (npm, args) =>
    loud
      ? { code: await run(npm.command, [...npm.prefix, ...args], { env: npm.env }), output: '' }
      : ask(npm, args)
  const chosen = await chooseNpm(runNpm, ask)
  if (!('npm' in chosen))
    return { ...chosen, problem: chosen.problem ?? (await explain(runNpm, ownNpm(), chosen.output)) }
  const args = [
    'ci',
    ...kinds[kind],
    // NODE_ENV=production or a user setting would otherwise omit Node 24 and the build tools.
    ...['--include=dev', '--include=optional', '--loglevel=error', ...networkArgs],
  ]
  const { code, output } = await runNpm(chosen.npm, args)
  const lacks = code === 0 ? listMissing() : undefined
  if (code === 0 && lacks === undefined) return { code, output }
  const why = await explain(runNpm, chosen.npm, output)
  return { code: code || 1, output, problem: [lacks, why].filter(Boolean).join(' ') || undefined }
}

/** Finds the cause in npm's output. If npm gave none, requests a single package from the registry to find it. */
async function explain(runNpm, npm, output) {
  const problem = installProblem(output)
  if (problem) return problem
  const { version } = readJson(join(root, 'package-lock.json'))?.packages?.['node_modules/node'] ?? {}
  const probe = await runNpm(npm, [
    'view',
    `node@${version}`,
    'version',
    '--prefer-online',
    '--fetch-retries=0',
  ])
  return installProblem(probe.output)
}

const remedy = 'Remove the folder node_modules and start again.'

/** Describes the first thing that is missing after an install that exited without an error; undefined if it is complete. */
function listMissing() {
  if (!existsSync(installed)) return `npm ended without an error, but installed nothing. ${remedy}`
  const native = missingNative()
  if (native.length > 0) return `npm ended without an error, but left out ${native.join(', ')}. ${remedy}`
  if (!findNode())
    return 'npm did not bring Node 24. Turn install scripts on (npm config get ignore-scripts) and start again.'
  return undefined
}

function missingNative() {
  const lock = readJson(join(root, 'package-lock.json'))?.packages ?? {}
  return missingNativePackages(lock, thisMachine(), path => existsSync(join(root, path, 'package.json')))
}

function isInstalled(kind) {
  if (!existsSync(installed) || !findNode()) return false
  const done = readJson(stamp)
  const isStamped = done?.key === key() && (done.kind === kind || done.kind === 'full')
  return (isStamped || isInstalledByHand()) && missingNative().length === 0
}

/**
 * Returns true after an `npm ci` or `npm install` run by hand: every required package is present in the version of the lockfile.
 */
function isInstalledByHand() {
  const packages = readJson(join(root, 'package-lock.json'))?.packages ?? {}
  const present = readJson(installed)?.packages ?? {}
  return Object.entries(packages).every(
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

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}
