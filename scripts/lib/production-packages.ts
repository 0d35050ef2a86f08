/** The parts of a package's lockfile entry that a production install needs. */
export type LockEntry = {
  readonly version?: string
  readonly license?: string
  readonly link?: boolean
  readonly resolved?: string
  readonly os?: readonly string[]
  readonly cpu?: readonly string[]
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}
export type LockPackages = Readonly<Record<string, LockEntry>>

/**
 * Returns the paths of the packages that a workspace runs with, in order: its dependencies and theirs, including native packages for
 * other machines. Optional peers are left out unless something else depends on them, although npm installs them when another
 * workspace has them: the server's sign-in library names React, Vitest and others as such.
 */
export function listProductionPackages(lock: LockPackages, workspace: string): string[] {
  const paths = new Set<string>()
  const add = (path: string) => {
    if (paths.has(path)) return
    paths.add(path)
    const entry = lock[path]
    if (entry?.link && entry.resolved) return add(entry.resolved)
    for (const name of listNeeds(entry)) {
      const place = findPlace(lock, path, name)
      if (place) add(place)
    }
  }
  add(workspace)
  return [...paths].filter(path => path.includes('node_modules/') && !lock[path]?.link).sort()
}

const listNeeds = (entry: LockEntry = {}) => [
  ...Object.keys(entry.dependencies ?? {}),
  ...Object.keys(entry.optionalDependencies ?? {}),
  ...Object.keys(entry.peerDependencies ?? {}).filter(name => !entry.peerDependenciesMeta?.[name]?.optional),
]

/** Returns the path at which Node finds a dependency of the package at `path`. */
function findPlace(lock: LockPackages, path: string, name: string): string | undefined {
  for (let at = path; at; at = at.includes('/') ? at.slice(0, at.lastIndexOf('/')) : '') {
    const place = `${at}/node_modules/${name}`
    if (place in lock) return place
  }
  const top = `node_modules/${name}`
  return top in lock ? top : undefined
}
