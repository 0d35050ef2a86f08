// Provides Node and npm for the install where the existing ones are too old: plain JavaScript for Node 18, no dependencies.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { nodePackage, thisMachine } from './installed.mjs'
import { root, toolEnvironment } from './workspace.mjs'

/** This folder is outside node_modules, which `npm ci` removes. */
const folder = join(root, '.muster', 'install')
const npmVersion = '11.6.2'

/**
 * By default npm waits ten seconds before its second attempt and up to a minute before the third, which is too long for somebody
 * who is offline.
 */
export const networkArgs = ['--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=10000']

const noNodePackage =
  'Muster needs Node 24, and there is no npm package of it for this Linux (musl). Install Node 24 and start again.'

/** @typedef {{ command: string, prefix: string[], env: NodeJS.ProcessEnv }} Npm */
/** @typedef {(npm: Npm, args: string[]) => Promise<{ code: number, output: string }>} Run */

/**
 * Returns the npm that started this process, with its own Node, because the one on the PATH may differ. Falls back to the npm on
 * the PATH if npm did not start this process.
 * @returns {Npm}
 */
export function ownNpm() {
  const cli = process.env.npm_execpath
  if (!cli?.endsWith('npm-cli.js')) return { command: 'npm', prefix: [], env: toolEnvironment() }
  const command = process.env.npm_node_execpath ?? process.execPath
  return { command, prefix: [cli], env: toolEnvironment() }
}

/**
 * Returns an npm that runs with Node 24: the own one, or else one that `bringNpm` installs. The Node of this process says nothing about
 * that of npm, because `npm start` finds the installed Node 24 first on its PATH.
 * @param {Run} run
 * @param {Run} ask like `run`, but always returns the output
 * @returns {Promise<{ npm: Npm } | { code: number, output: string, problem?: string }>} the npm, or how the attempt failed;
 * `problem`: the remedy in one line
 */
export async function chooseNpm(run, ask) {
  const npm = ownNpm()
  const { output } = await ask(npm, ['version', '--json'])
  const [, major] = /"node": *"(\d+)\./.exec(output) ?? []
  return Number(major) >= 24 ? { npm } : bringNpm(run)
}

/**
 * Installs the project's Node and an npm for it into a folder of their own. npm leaves out optional packages whose `engines`
 * exclude the Node that runs it, so an old Node would miss the native parts of the build tools. `removeBroughtNpm` removes the
 * folder.
 * @param {Run} run
 * @returns {ReturnType<typeof chooseNpm>}
 */
async function bringNpm(run) {
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const node = nodePackage(thisMachine())
  if (!node) return { code: 1, output: '', problem: noNodePackage }
  removeBroughtNpm()
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  const outcome = await run(ownNpm(), [
    'install',
    ...[`--prefix=${folder}`, '--no-save', '--no-package-lock', '--ignore-scripts', '--loglevel=error'],
    ...networkArgs,
    ...[`${node.name}@${devDependencies.node}`, `npm@${npmVersion}`],
  ])
  if (outcome.code !== 0) return outcome
  const packages = join(folder, 'node_modules')
  const path = [join(packages, '.bin'), process.env.PATH ?? ''].join(delimiter)
  return {
    npm: {
      command: join(packages, node.name, 'bin', node.program),
      prefix: [join(packages, 'npm', 'bin', 'npm-cli.js')],
      // Packages' install scripts use the same Node and npm.
      env: toolEnvironment({ PATH: path }),
    },
  }
}

export function removeBroughtNpm() {
  rmSync(folder, { recursive: true, force: true })
}
