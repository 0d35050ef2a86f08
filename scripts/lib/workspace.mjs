// Shared by the commands that must work before anything is installed: plain JavaScript, no dependencies, Node 18.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))
export const cache = join(root, 'node_modules', '.cache', 'muster')
const bin = join(root, 'node_modules', '.bin')

/** Returns the environment in which `node` and all tools of the workspace are the installed ones. */
export function toolEnvironment(extra = {}) {
  return { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}`, ...extra }
}

/**
 * Returns the Node 24 that npm installed, else the current one if it is new enough; undefined if there is neither.
 * @returns {string | undefined}
 */
export function findNode() {
  for (const candidate of [join(bin, 'node'), process.execPath]) {
    if (!existsSync(candidate)) continue
    const { stdout } = spawnSync(candidate, ['--version'], { encoding: 'utf8' })
    if (Number(/^v(\d+)\./.exec(stdout ?? '')?.[1]) >= 24) return candidate
  }
  return undefined
}

/** @returns {string} */
export function requireNode() {
  const node = findNode()
  if (node) return node
  fail(
    'npm did not bring Node 24. Are install scripts turned off? Run "npm rebuild node", or start with Node 24.',
  )
}

/**
 * Prints one line and exits the command with an error.
 * @param {string} line
 * @returns {never}
 */
export function fail(line) {
  console.error(line)
  process.exit(1)
}

/**
 * Runs a program to its end and returns its exit code, or 128 + n if signal n ended it.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<number>}
 */
export function run(command, args, options = {}) {
  return new Promise((done, reject) => {
    const child = spawn(command, args, { cwd: root, env: toolEnvironment(), stdio: 'inherit', ...options })
    child.once('error', reject)
    child.once('exit', (code, signal) => done(code ?? 128 + constants.signals[signal]))
  })
}

/**
 * Does the same as `run`, but captures the output, for steps that only print it if they fail. The code is 1 if the program cannot
 * be started or is ended by a signal.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function runQuietly(command, args, options = {}) {
  return new Promise(done => {
    const child = spawn(command, args, {
      cwd: root,
      env: toolEnvironment(),
      ...options,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    const keep = chunk => {
      output += chunk
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.once('error', error => done({ code: 1, output: `${command}: ${error.message}` }))
    child.once('close', code => done({ code: code ?? 1, output }))
  })
}

/**
 * Runs one of our programs in the foreground: forwards signals and exits the same way as the program does. The program receives
 * 'disconnect' on its process if this one is killed without a chance to forward the signal.
 * @param {string} script a file below the root
 * @param {string[]} args
 * @param {{ nodeOptions?: readonly string[], environment?: Readonly<Record<string, string>> }} [how]
 */
export async function runInForeground(script, args = [], { nodeOptions = [], environment = {} } = {}) {
  const child = spawn(requireNode(), [...nodeOptions, join(root, script), ...args], {
    cwd: root,
    env: { ...environment, ...toolEnvironment() },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  whenNpmEnds(() => child.kill('SIGTERM'))
  const code = await new Promise(done => {
    child.once('error', error => {
      console.error(error.message)
      done(1)
    })
    child.once('exit', (exit, signal) => done(exit ?? 128 + constants.signals[signal]))
  })
  process.exit(code)
}

/**
 * Calls `then` when npm ends. npm starts this process through a shell and only sends signals to that shell, which dies without
 * forwarding them. Stopping npm must stop this process, so both npm and the shell are watched.
 * @param {() => void} then
 */
function whenNpmEnds(then) {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const npm = findShellParent(parent)
  const timer = setInterval(() => {
    if (process.ppid === parent && (npm === undefined || isAlive(npm))) return
    clearInterval(timer)
    then()
  }, 300)
  timer.unref()
}

/** Returns the parent of a process that is a shell; undefined if the process is not a shell but npm itself. */
function findShellParent(pid) {
  const { stdout } = spawnSync('ps', ['-o', 'ppid=,comm=', '-p', String(pid)], { encoding: 'utf8' })
  const match = /^\s*(\d+)\s+(?:.*\/)?(?:sh|dash|bash|ash|zsh)\s*$/.exec(stdout ?? readStatus(pid))
  return match ? Number(match[1]) : undefined
}

/** Reads the parent's id and the name of a process from /proc, because small images have no `ps`. */
function readStatus(pid) {
  try {
    const [, comm, ppid] = /\((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    return `${ppid} ${comm}`
  } catch {
    return ''
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
