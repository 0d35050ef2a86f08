import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import type { Buildah } from './buildah.ts'

type Bases = { readonly NODE: string; readonly DEBIAN: string }

/** Reads the names of the two base images, which are the defaults of the Dockerfile's arguments. */
export function readBases(dockerfile: string): Bases {
  const text = readFileSync(dockerfile, 'utf8')
  const find = (name: string) => {
    const value = new RegExp(`^ARG ${name}=(\\S+)$`, 'm').exec(text)?.[1]
    if (!value) throw new Error(`The Dockerfile has no argument ${name} with a default.`)
    return value
  }
  return { NODE: find('NODE'), DEBIAN: find('DEBIAN') }
}

/** What Debian's slim images leave out. */
const slim = ['/usr/share/doc/*', '/usr/share/man/*', '/usr/share/locale/*', '/usr/share/info/*']

/**
 * Makes stand-ins under the names of the base images: a minimal Debian of the same release, and the same with the Node, the npm and
 * the trusted certificates of this machine.
 */
export function makeBases(
  { NODE, DEBIAN }: Bases,
  { place, buildah }: { place: string; buildah: Buildah },
): void {
  const release = /bookworm|trixie/.exec(DEBIAN)?.[0]
  if (!release) throw new Error(`No release of Debian is known in ${DEBIAN}.`)
  const archive = join(place, 'debian.tar')
  const excluded = slim.map(it => `--dpkgopt=path-exclude=${it}`)
  const { status } = spawnSync(
    'mmdebstrap',
    ['--quiet', '--variant=minbase', ...excluded, release, archive],
    {
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  )
  if (status !== 0) throw new Error('mmdebstrap could not make a minimal Debian; its message is above.')
  const debian = buildah('from', ['scratch'])
  buildah('add', [debian, archive, '/'])
  buildah('config', [
    '--cmd=bash',
    '--env=PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    debian,
  ])
  buildah('commit', [debian, DEBIAN])

  const node = buildah('from', ['--pull-never', DEBIAN])
  buildah('copy', [node, process.execPath, '/usr/local/bin/node'])
  buildah('copy', [node, findNpm(), '/usr/local/lib/node_modules/npm'])
  buildah('run', [
    '--isolation=chroot',
    node,
    '--',
    'ln',
    '-s',
    '../lib/node_modules/npm/bin/npm-cli.js',
    '/usr/local/bin/npm',
  ])
  // Where a company's proxy signs the registry's certificate, npm needs its authority, as on this machine.
  const certificates = process.env.NODE_EXTRA_CA_CERTS
  if (certificates) {
    buildah('copy', [node, certificates, '/etc/ssl/machine.crt'])
    buildah('config', ['--env=NODE_EXTRA_CA_CERTS=/etc/ssl/machine.crt', node])
  }
  buildah('commit', [node, NODE])
}

/** Returns the folder of the npm that started this process, or of the one on the PATH. */
function findNpm(): string {
  const started = process.env.npm_execpath ?? ''
  const onPath = (process.env.PATH ?? '').split(delimiter).map(folder => join(folder, 'npm'))
  const program = [started, ...onPath].find(path => path !== '' && existsSync(path))
  if (!program) throw new Error('npm is not installed here.')
  return resolve(realpathSync(program), '..', '..')
}
