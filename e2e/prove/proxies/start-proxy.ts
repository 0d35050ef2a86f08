import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../durability/server-process.ts'

/** The name in nginx.conf and in the certificate. */
export const host = 'muster.example.org'

type Place = { readonly folder: string; readonly http: number; readonly https: number; readonly node: string }
type Proxy = {
  readonly name: 'nginx' | 'caddy'
  readonly program: string
  readonly versionFlag: string
  /** The file in deploy/. */
  readonly file: string
  /** Returns the file with the ports and the certificate of `place`. */
  readonly adapt: (text: string, place: Place) => string
  readonly args: (file: string, place: Place) => string[]
}

/** Replaces what must be there exactly once, so that a changed file in deploy/ is noticed. */
function replaceOnce(text: string, from: string, to: string): string {
  if (text.split(from).length !== 2) throw new Error(`"${from}" is not there once.`)
  return text.replace(from, () => to)
}

export const proxies: readonly Proxy[] = [
  {
    name: 'nginx',
    program: 'nginx',
    versionFlag: '-v',
    file: 'nginx.conf',
    adapt(text, { folder, http, https, node }) {
      const certificates = text.replaceAll('/etc/ssl/muster/', `${folder}/`)
      const httpPort = replaceOnce(certificates, 'listen 80;', `listen 127.0.0.1:${http};`)
      const httpsPort = replaceOnce(httpPort, 'listen 443 ssl;', `listen 127.0.0.1:${https} ssl;`)
      const site = replaceOnce(httpsPort, 'server 127.0.0.1:4280;', `server ${node};`)
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        it => `${it}_temp_path ${folder}/${it};`,
      )
      return [
        ...(process.getuid?.() === 0 ? ['user root;'] : []),
        `daemon off; pid ${folder}/nginx.pid; error_log stderr; events {}`,
        `http { access_log off; ${temporary.join(' ')}`,
        // Debian's nginx.conf compresses too.
        'gzip on; gzip_proxied any; gzip_types *;',
        site,
        '}',
      ].join('\n')
    },
    args: (file, { folder }) => ['-p', folder, '-c', file],
  },
  {
    name: 'caddy',
    program: 'caddy',
    versionFlag: 'version',
    file: 'Caddyfile',
    adapt: (text, { folder, http, https }) =>
      [
        `{\nadmin off\nhttp_port ${http}\nhttps_port ${https}\ndefault_bind 127.0.0.1\nstorage file_system ${folder}\n}`,
        replaceOnce(
          text,
          '{$MUSTER_HOST} {',
          `{$MUSTER_HOST} {\ntls ${folder}/fullchain.pem ${folder}/privkey.pem`,
        ),
      ].join('\n'),
    args: file => ['run', '--adapter', 'caddyfile', '--config', file],
  },
]

export type RunningProxy = {
  readonly version: string
  readonly http: number
  readonly https: number
  /** The certificate that clients trust. */
  readonly certificate: string
  stop(): Promise<void>
}

/** Starts a proxy in front of the node at `origin`, on free ports of this machine. */
export async function startProxy(
  { name, program, versionFlag, file, adapt, args }: Proxy,
  { place, origin }: { place: string; origin: string },
): Promise<RunningProxy> {
  const folder = join(place, name)
  await mkdir(folder)
  makeCertificate(folder)
  const node = new URL(origin).host
  const where: Place = { folder, http: await freePort(), https: await freePort(), node }
  const text = await readFile(fileURLToPath(new URL(`../../../deploy/${file}`, import.meta.url)), 'utf8')
  const path = join(folder, file)
  await writeFile(path, adapt(text, where))
  const child = spawn(program, args(path, where), {
    env: { PATH: process.env.PATH, HOME: folder, MUSTER_HOST: host, MUSTER_NODES: node },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', chunk => {
      output = (output + chunk).slice(-4_000)
    })
  const exit = once(child, 'exit')
  for (let tries = 0; !(await isListening(where.https)); tries++) {
    if (child.exitCode !== null || tries === 100) throw new Error(`${name} does not listen: ${output}`)
    await sleep(100)
  }
  const versions = spawnSync(program, [versionFlag], { encoding: 'utf8' })
  return {
    version: `${name} ${(versions.stdout + versions.stderr).trim().replace('nginx version: nginx/', '')}`,
    http: where.http,
    https: where.https,
    certificate: await readFile(join(folder, 'fullchain.pem'), 'utf8'),
    async stop() {
      child.kill('SIGTERM')
      await exit
    },
  }
}

function makeCertificate(folder: string): void {
  const options = [
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-days',
    '1',
  ]
  const names = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`]
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')]
  const { status, stderr } = spawnSync('openssl', ['req', ...options, ...names, ...files], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`openssl made no certificate: ${stderr}`)
}

const isListening = (port: number) =>
  new Promise<boolean>(answer => {
    const socket = connect(port, '127.0.0.1', () => answer(true)).on('error', () => answer(false))
    socket.on('connect', () => socket.end())
  })
