import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../durability/server-process.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** Every Node that may start an install, with an npm that belongs to it. */
export const npmVersions: Readonly<Record<string, string>> = {
  18: '10.8.2',
  20: '10.8.2',
  22: '10.9.3',
  24: '11.6.2',
}
/** Commands that somebody may run before the first start; undefined starts at once. */
const byHand = ['ci', 'install', undefined]
const operatorPrograms = ['admin', 'backup', 'bundle', 'move-database', 'restore']
const START_MS = 15 * 60_000

/**
 * Installs a copy of the workspace with these versions of Node, by hand and by the first start, and starts it until it prints its
 * address. Then runs operators' programs and a proof, which needs the full install. Returns true if everything succeeds.
 */
export async function proveInstall(nodes: readonly string[]): Promise<boolean> {
  const place = await mkdtemp(join(tmpdir(), 'muster-install-'))
  let hasPassed = true
  try {
    for (const node of nodes) {
      const env = await bringNode(place, node)
      for (const command of byHand) {
        const startedAt = performance.now()
        const problem = await tryInstall(join(place, 'muster'), command, env)
        const seconds = Math.round((performance.now() - startedAt) / 1000)
        console.log(JSON.stringify({ node, byHand: command ?? 'nothing', seconds, problem }))
        hasPassed &&= !problem
      }
    }
    return hasPassed
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}

/** Installs a Node with its npm; returns the environment of a shell that has them, and nothing of this workspace. */
async function bringNode(place: string, node: string): Promise<NodeJS.ProcessEnv> {
  const folder = join(place, `node-${node}`)
  await mkdir(folder)
  await writeFile(join(folder, 'package.json'), '{ "private": true }\n')
  const outside = Object.entries(process.env).filter(
    ([name]) =>
      !/^(npm_(?!config_)|npm_config_(user_agent|(local_|global_)?prefix)|INIT_CWD$|NODE$)/.test(name),
  )
  const path = (process.env.PATH ?? '').split(delimiter).filter(it => !it.includes('node_modules'))
  const env = Object.fromEntries(outside)
  const packages = [`node@${node}`, `npm@${npmVersions[node]}`]
  const args = ['install', '--no-save', '--no-package-lock', '--loglevel=error', ...packages]
  spawnSync('npm', args, { cwd: folder, stdio: 'inherit', env: { ...env, PATH: path.join(delimiter) } })
  return { ...env, PATH: [join(folder, 'node_modules', '.bin'), ...path].join(delimiter) }
}

async function tryInstall(
  folder: string,
  command: string | undefined,
  env: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  await copyWorkspace(folder)
  try {
    const npm = (...args: string[]) =>
      spawnSync('npm', args, { cwd: folder, env, encoding: 'utf8', timeout: START_MS })
    if (command && npm(command).status !== 0) return `npm ${command} failed`
    const startProblem = await findStartProblem(folder, env)
    if (startProblem || command) return startProblem
    for (const name of operatorPrograms)
      if (npm('run', name, '--', '--help').status !== 0) return `npm run ${name} failed`
    const { status, stdout, stderr } = npm('run', 'prove', '--', 'order', '1')
    return status === 0 ? undefined : `npm run prove failed: ${stdout.slice(-500)}${stderr.slice(-500)}`
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Copies what a clone has: everything but what installs, builds and servers have made. */
const copyWorkspace = (folder: string): Promise<void> =>
  cp(root, folder, {
    recursive: true,
    filter: path =>
      !['node_modules', 'dist', '.git', '.muster'].includes(basename(path)) && path !== join(root, 'data'),
  })

/** Starts Muster until it prints its address, and asks there whether it is ready. */
async function findStartProblem(folder: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const port = await freePort()
  const settings = { PORT: String(port), HOST: '127.0.0.1', DATA_DIR: join(folder, 'data'), DEMO: '0' }
  const child = spawn('npm', ['start'], {
    ...{ cwd: folder, env: { ...env, ...settings } },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exit = once(child, 'exit')
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', chunk => {
      output += chunk
    })
  const hasStarted = await waitForAddress(child, () => output.includes(`:${port}`))
  const response = hasStarted
    ? await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
    : undefined
  child.kill('SIGTERM')
  await exit
  return response?.ok ? undefined : `npm start failed: ${output.trim().slice(-1_000)}`
}

async function waitForAddress(child: ChildProcess, hasAddress: () => boolean): Promise<boolean> {
  for (const deadline = Date.now() + START_MS; Date.now() < deadline && child.exitCode === null; ) {
    if (hasAddress()) return true
    await new Promise(resolve => setTimeout(resolve, 200))
  }
  return false
}
