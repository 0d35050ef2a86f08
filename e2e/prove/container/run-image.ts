import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const ID = `muster-proof-${process.pid}`
const READY_TRIES = 240
const STOP_SECONDS = 40

/** What a Dockerfile sets for the container, as the image holds it. */
type ImageConfig = {
  readonly Cmd: readonly string[]
  readonly Env: readonly string[]
  readonly User: string
  readonly WorkingDir: string
  readonly Volumes: Readonly<Record<string, unknown>>
  readonly Healthcheck: { readonly Test: readonly string[] }
}

/**
 * Starts the image at `folder` with crun: a read-only root, a fresh volume, a network with nothing but loopback, no capabilities. Waits
 * for its health check, asks /livez and ends it.
 */
export async function runImage({
  place,
  folder,
  config,
}: {
  place: string
  folder: string
  config: ImageConfig
}) {
  const bundle = join(place, 'bundle')
  await mkdir(bundle)
  const [volume = ''] = Object.keys(config.Volumes)
  const data = join(place, 'volume')
  await mkdir(data, { mode: 0o700 })
  // A new volume belongs to the owner of the folder in the image.
  const { uid, gid } = await stat(join(folder, volume))
  await chown(data, uid, gid)
  await writeFile(
    join(bundle, 'config.json'),
    JSON.stringify(await createSpec({ folder, config, data, volume, bundle })),
  )
  const startedAt = performance.now()
  const child = spawn(...crunCommand(['run', '--bundle', bundle, ID]), { stdio: ['ignore', 'pipe', 'pipe'] })
  const exit = once(child, 'exit')
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', chunk => {
      output = (output + chunk).slice(-4_000)
    })
  const [, ...check] = config.Healthcheck.Test
  let ready = false
  for (let tries = 0; !ready && tries < READY_TRIES && child.exitCode === null; tries++) {
    ready = runInside(check).status === 0
    if (!ready) await sleep(250)
  }
  const readySeconds = Number(((performance.now() - startedAt) / 1000).toFixed(1))
  const ask = "fetch('http://127.0.0.1:4280/livez').then(it => it.text()).then(it => console.log(it))"
  const livez = runInside(['node', '-e', ask]).stdout.trim()
  const written = runInside([
    'sh',
    '-c',
    'touch /muster/written 2>/dev/null && echo yes || echo no',
  ]).stdout.trim()
  // The server is the first process of its namespace.
  const status = runInside(['cat', '/proc/1/status']).stdout
  const readStatus = (name: string) => new RegExp(`^${name}:\\s+(\\S+)`, 'm').exec(status)?.[1]
  const [account, capabilities] = [readStatus('Uid'), readStatus('CapEff')]
  crun(['kill', ID, 'TERM'])
  const code = await Promise.race([
    exit.then(([it]) => it as number),
    sleep(STOP_SECONDS * 1000, 'still running'),
  ])
  crun(['delete', '--force', ID])
  if (!ready || code !== 0) console.log(output)
  return {
    ready,
    readySeconds,
    version: readVersion(livez),
    account,
    capabilities,
    rootWritable: written,
    code,
  }
}

const readVersion = (livez: string) => /"version":"([^"]+)"/.exec(livez)?.[1]

/**
 * Runs crun with a hierarchy of cgroups of its own, without controllers: it limits nothing here, and refuses the mixture of both
 * versions that some machines have.
 */
const crunCommand = (args: readonly string[]) =>
  [
    'unshare',
    [
      ...['--mount', 'sh', '-c'],
      'umount -R /sys/fs/cgroup 2>/dev/null; mount -t cgroup2 cgroup2 /sys/fs/cgroup && exec crun --cgroup-manager=disabled "$@"',
      ...['sh', ...args],
    ],
  ] as const

const crun = (args: readonly string[]) => spawnSync(...crunCommand(args), { encoding: 'utf8' })
const runInside = (command: readonly string[]) => crun(['exec', ID, ...command])

async function createSpec({
  folder,
  config,
  data,
  volume,
  bundle,
}: {
  folder: string
  config: ImageConfig
  data: string
  volume: string
  bundle: string
}) {
  spawnSync('crun', ['spec'], { cwd: bundle })
  const spec = JSON.parse(await readFile(join(bundle, 'config.json'), 'utf8'))
  const accounts = (await readFile(join(folder, 'etc/passwd'), 'utf8')).split('\n').map(it => it.split(':'))
  const [, , uid, gid] = accounts.find(([name]) => name === config.User) ?? []
  spec.root = { path: folder, readonly: true }
  spec.process = {
    ...spec.process,
    terminal: false,
    args: config.Cmd,
    env: config.Env,
    cwd: config.WorkingDir,
    user: { uid: Number(uid), gid: Number(gid) },
    capabilities: Object.fromEntries(
      ['bounding', 'effective', 'inheritable', 'permitted', 'ambient'].map(it => [it, []]),
    ),
    noNewPrivileges: true,
  }
  spec.mounts.push(
    { destination: '/tmp', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'nodev', 'mode=1777'] },
    { destination: volume, type: 'bind', source: data, options: ['bind', 'rw'] },
  )
  spec.mounts = spec.mounts.filter((it: { type: string }) => it.type !== 'cgroup')
  return spec
}
