import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { measureFolder } from '../../scripts/lib/bundle-files.ts'

const MOST_MEGABYTES = 330
const PORT = 31_280
const NOBODY = 65_534
const root = resolve(import.meta.dirname, '..', '..')

export const findImageObstacle = (): string | undefined =>
  process.platform === 'linux' && process.getuid?.() === 0
    ? undefined
    : 'only root on Linux can isolate the folder.'

/**
 * Makes the folder that the image holds and runs it as a container would: a read-only root, no network but loopback, no capabilities,
 * as nobody. Returns true if it becomes ready, ends with 0 on SIGTERM and is small enough. Needs root on Linux for the isolation.
 */
export async function proveImage(): Promise<boolean> {
  const place = await mkdtemp(join(tmpdir(), 'muster-image-'))
  try {
    await chmod(place, 0o755)
    const [folder, data] = [join(place, 'muster'), join(place, 'data')]
    const bundling = spawnSync(process.execPath, [join(root, 'scripts/bundle.ts'), folder, '--with-node'], {
      stdio: 'inherit',
    })
    if (bundling.status !== 0) return false
    await mkdir(data, { mode: 0o700 })
    await chown(data, NOBODY, NOBODY)
    const outcome = await runIsolated(folder, data)
    const megabytes = Math.ceil(measureFolder(folder) / 1_000_000)
    console.log(JSON.stringify({ ...outcome, megabytes, most: MOST_MEGABYTES }))
    return outcome.ready && outcome.code === 0 && megabytes <= MOST_MEGABYTES
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}

async function runIsolated(folder: string, data: string) {
  // In the container, only the data folder is writable.
  const script = [
    'set -e; ip link set lo up 2>/dev/null || true',
    'mount --bind "$DATA_DIR" "$DATA_DIR"; mount -t tmpfs tmpfs /dev/shm; mount -o remount,bind,ro /',
    'cd "$1"; export PATH="$1/node_modules/.bin:/usr/bin:/bin"',
    `exec setpriv --reuid=${NOBODY} --regid=${NOBODY} --clear-groups --bounding-set=-all --no-new-privs node scripts/start.mjs`,
  ].join('\n')
  const child = spawn('unshare', ['--mount', '--net', 'sh', '-c', script, 'sh', folder], {
    env: { PATH: process.env.PATH, DATA_DIR: data, PORT: String(PORT), HOST: '127.0.0.1', DEMO: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const startedAt = performance.now()
  const exit = once(child, 'exit')
  let output = ''
  child.stdout.on('data', chunk => {
    output += chunk
  })
  const ready = await waitUntilReady(child.pid ?? 0, () => child.exitCode !== null)
  const readySeconds = Number(((performance.now() - startedAt) / 1000).toFixed(1))
  child.kill('SIGTERM')
  const [code] = await exit
  if (!ready) console.log(output)
  return { ready, readySeconds, code }
}

/** Asks /readyz inside the network of the process. */
async function waitUntilReady(pid: number, hasEnded: () => boolean): Promise<boolean> {
  const ask = `fetch('http://127.0.0.1:${PORT}/readyz').then(it => process.exit(it.ok ? 0 : 1), () => process.exit(1))`
  for (let tries = 0; tries < 120 && !hasEnded(); tries++) {
    const { status } = spawnSync('nsenter', ['-t', String(pid), '-n', process.execPath, '-e', ask])
    if (status === 0) return true
    await sleep(500)
  }
  return false
}
