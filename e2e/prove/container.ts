import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { measureFolder } from '../../scripts/lib/bundle-files.ts'
import { makeBases, readBases } from './container/bases.ts'
import { createBuildah } from './container/buildah.ts'
import { runImage } from './container/run-image.ts'

/** Maximum size of what the image adds to its base, in MB. */
const MOST_MEGABYTES = 330
const root = resolve(import.meta.dirname, '..', '..')

/**
 * Builds the image by the steps of deploy/Dockerfile with buildah, and starts it with crun as compose.yml does: a read-only root, no
 * capabilities, no network but loopback. Returns true if its health check passes, /livez names this version, it ends with 0 on
 * SIGTERM and is small enough. `pull` takes the bases from their registry; otherwise stand-ins are made of Debian's packages.
 */
export async function proveContainer(bases: 'stand-ins' | 'pull'): Promise<boolean> {
  const place = await mkdtemp(join(tmpdir(), 'muster-container-'))
  const buildah = createBuildah(place)
  try {
    const { version } = await import(join(root, 'package.json'), { with: { type: 'json' } }).then(
      it => it.default,
    )
    const names = readBases(join(root, 'deploy/Dockerfile'))
    if (bases === 'pull') for (const name of Object.values(names)) buildah('pull', [name])
    else makeBases(names, { place, buildah })
    const image = `muster:${version}`
    const buildStart = performance.now()
    buildah(
      'bud',
      [
        '--pull-never',
        '--format=docker',
        '--isolation=chroot',
        '--file=deploy/Dockerfile',
        `--tag=${image}`,
        '.',
      ],
      root,
    )
    const buildSeconds = Math.round((performance.now() - buildStart) / 1000)
    const container = buildah('from', ['--pull-never', image])
    const folder = buildah('mount', [container])
    const ownMegabytes = toMegabytes(measureFolder(join(folder, 'muster')))
    const { config } = JSON.parse(buildah('inspect', ['--type=image', image])).Docker
    const outcome = await runImage({ place, folder, config })
    console.log(
      JSON.stringify({
        image,
        bases,
        buildSeconds,
        ...outcome,
        megabytes: ownMegabytes,
        most: MOST_MEGABYTES,
        withBase: toMegabytes(measureImage(folder)),
      }),
    )
    return (
      outcome.ready &&
      outcome.version === version &&
      outcome.account !== '0' &&
      /^0+$/.test(outcome.capabilities ?? '') &&
      outcome.rootWritable === 'no' &&
      outcome.code === 0 &&
      ownMegabytes <= MOST_MEGABYTES
    )
  } finally {
    for (const command of [
      ['umount', '--all'],
      ['rm', '--all'],
      ['rmi', '--all', '--force'],
    ] as const) {
      const [name, ...args] = command
      buildah.quietly(name, args)
    }
    await rm(place, { recursive: true, force: true })
  }
}

/** Returns the bytes of all files of the image. Its links lead to places of this machine, which must not be followed. */
const measureImage = (folder: string) =>
  Number.parseInt(spawnSync('du', ['-sxb', folder], { encoding: 'utf8' }).stdout, 10)

const toMegabytes = (bytes: number) => Math.ceil(bytes / 1_000_000)

export function findContainerObstacle(bases: 'stand-ins' | 'pull'): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'only root on Linux can build and isolate the image.'
  if (!existsSync(join(root, 'deploy/Dockerfile'))) return 'deploy/Dockerfile is not here.'
  const needed = ['buildah', 'crun', ...(bases === 'pull' ? [] : ['mmdebstrap'])]
  const missing = needed.filter(it => spawnSync(it, ['--version']).error)
  if (missing.length > 0)
    return `${missing.join(', ')} not installed (Debian: apt-get install ${missing.join(' ')}).`
  return undefined
}
