import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** Runs a command of buildah and returns what it prints, trimmed. Throws if it fails. */
export type Buildah = {
  (command: string, args: readonly string[], cwd?: string): string
  /** Ignores failures. */
  quietly(command: string, args: readonly string[]): void
}

/** Commands that take long: their output is shown as it comes. */
const loud = new Set(['bud', 'pull'])

/** Creates a buildah whose images are all below `place`, so that those of the machine stay as they are. */
export function createBuildah(place: string): Buildah {
  const store = (driver: string) => [
    `--root=${join(place, driver)}`,
    `--runroot=${join(place, `${driver}-run`)}`,
    `--storage-driver=${driver}`,
  ]
  // Overlay copies nothing, but not every file system and machine allows it.
  const probe = (args: string[]) => spawnSync('buildah', [...store('overlay'), ...args], { encoding: 'utf8' })
  const scratch = probe(['from', 'scratch'])
  const canOverlay = scratch.status === 0 && probe(['mount', scratch.stdout.trim()]).status === 0
  const common = store(canOverlay ? 'overlay' : 'vfs')
  const run = (command: string, args: readonly string[], cwd?: string) =>
    spawnSync('buildah', [...common, command, ...args], {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', loud.has(command) ? 'inherit' : 'pipe', loud.has(command) ? 'inherit' : 'pipe'],
    })
  return Object.assign(
    (command: string, args: readonly string[], cwd?: string) => {
      const { status, stdout, stderr } = run(command, args, cwd)
      if (status !== 0)
        throw new Error(`buildah ${command} failed (${status}): ${stderr ?? 'its message is above'}`)
      return stdout?.trim() ?? ''
    },
    { quietly: (command: string, args: readonly string[]) => void run(command, args) },
  )
}
