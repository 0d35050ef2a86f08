import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { access, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { S3Settings } from '../s3-files.ts'
import { findRefusingPort } from './bad-host.ts'

/** Maximum milliseconds until Garage is ready; it creates its tables first. */
const READY_TIMEOUT_MS = 30_000

/** Returns the path of the Garage program, a real S3 store, if it is installed. */
export async function findGarage(): Promise<string | undefined> {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(folder, 'garage')
    if (
      await access(path).then(
        () => true,
        () => false,
      )
    )
      return path
  }
  return undefined
}

/** Starts a single-node Garage (2.3 or newer) in its own folder, with a bucket. */
export async function startGarage(program: string) {
  const folder = await mkdtemp(join(tmpdir(), 'muster-garage-'))
  const [port, rpcPort] = [await findRefusingPort(), await findRefusingPort()]
  const settings: S3Settings = {
    endpoint: `http://127.0.0.1:${port}`,
    region: 'garage',
    bucket: 'muster',
    accessKeyId: `GK${randomBytes(12).toString('hex')}`,
    secretAccessKey: randomBytes(32).toString('hex'),
    forcePathStyle: true,
  }
  const config = join(folder, 'garage.toml')
  await writeFile(
    config,
    [
      `metadata_dir = "${join(folder, 'meta')}"`,
      `data_dir = "${join(folder, 'data')}"`,
      'db_engine = "sqlite"',
      'replication_factor = 1',
      `rpc_bind_addr = "127.0.0.1:${rpcPort}"`,
      `rpc_secret = "${randomBytes(32).toString('hex')}"`,
      '[s3_api]',
      `s3_region = "${settings.region}"`,
      `api_bind_addr = "127.0.0.1:${port}"`,
    ].join('\n'),
  )
  const server = spawn(program, ['--config', config, 'server', '--single-node', '--default-bucket'], {
    stdio: 'ignore',
    env: {
      GARAGE_DEFAULT_ACCESS_KEY: settings.accessKeyId,
      GARAGE_DEFAULT_SECRET_KEY: settings.secretAccessKey,
      GARAGE_DEFAULT_BUCKET: settings.bucket,
    },
  })
  const serverExit = once(server, 'exit')
  const stop = async () => {
    // SIGTERM would make it wait for kept-alive connections.
    server.kill('SIGKILL')
    await serverExit
    await rm(folder, { recursive: true })
  }
  const deadline = Date.now() + READY_TIMEOUT_MS
  while (!(await isAnswering(settings.endpoint))) {
    if (server.exitCode !== null || Date.now() > deadline) {
      await stop()
      throw new Error('Garage did not start.')
    }
    await sleep(100)
  }
  return { settings, stop }
}

/** True if the store responds, even though it refuses this unsigned request. */
const isAnswering = (endpoint: string) =>
  fetch(endpoint).then(
    answer => answer.status < 500,
    () => false,
  )
