// Checks whether an install is complete and names the cause of a failed one: plain JavaScript for Node 18, no dependencies.

/** @typedef {import('./installed.d.mts').Lock} Lock */

/**
 * Returns the native packages that are missing although the installed packages need them on this machine. npm silently skips
 * optional packages for another Node, after a failed download, or because of a setting.
 * @param {Lock} lock the packages of the lockfile, by path
 * @param {import('./installed.d.mts').Machine} machine
 * @param {(path: string) => boolean} isPresent whether the package at a path is on disk
 * @returns {string[]} their names
 */
export function missingNativePackages(lock, machine, isPresent) {
  const missing = new Set()
  for (const [path, { optionalDependencies = {} }] of Object.entries(lock)) {
    if (!isPresent(path)) continue
    for (const name of Object.keys(optionalDependencies)) {
      const place = findPlace(lock, path, name)
      if (place !== undefined && isNativeFor(lock[place], machine) && !isPresent(place)) missing.add(name)
    }
  }
  return [...missing].sort()
}

/**
 * Returns the path at which Node finds a dependency of the package at `path`: first in its own folder, then in those of its
 * ancestors.
 */
function findPlace(lock, path, name) {
  for (let at = path; ; at = at.slice(0, at.lastIndexOf('/node_modules/'))) {
    const place = `${at}/node_modules/${name}`
    if (place in lock) return place
    if (!at.includes('/node_modules/')) break
  }
  const top = `node_modules/${name}`
  return top in lock ? top : undefined
}

/** @param {Lock[string]} entry @param {import('./installed.d.mts').Machine} machine */
function isNativeFor({ os, cpu, libc }, { platform, arch, libc: ownLibc }) {
  if (!os && !cpu) return false
  return fits(os, platform) && fits(cpu, arch) && (ownLibc === undefined || fits(libc, ownLibc))
}

const fits = (allowed, value) => !allowed || allowed.includes(value)

/** @returns {import('./installed.d.mts').Machine} */
export function thisMachine() {
  const { platform, arch } = process
  if (platform !== 'linux') return { platform, arch, libc: undefined }
  // Otherwise the report resolves the host names of IP addresses, which can take seconds.
  process.report.excludeNetwork = true
  const { header } = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (process.report.getReport())
  return { platform, arch, libc: header.glibcVersionRuntime ? 'glibc' : 'musl' }
}

/**
 * Returns the npm package with Node for this machine, as named by the package `node`, and its program in `bin`; undefined for musl,
 * for which there is no package.
 * @param {import('./installed.d.mts').Machine} machine
 * @returns {{ name: string, program: string } | undefined}
 */
export function nodePackage({ platform, arch, libc }) {
  if (libc === 'musl') return undefined
  if (platform === 'win32') return { name: `node-win-${arch === 'ia32' ? 'x86' : arch}`, program: 'node.exe' }
  const prefix = platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node'
  return { name: `${prefix}-${platform}-${arch}`, program: 'node' }
}

const causes = [
  [
    /SELF_SIGNED_CERT|UNABLE_TO_GET_ISSUER_CERT|UNABLE_TO_VERIFY_LEAF|CERT_HAS_EXPIRED|CERT_UNTRUSTED|self[- ]signed certificate|unable to (get (local )?issuer|verify the first) certificate/i,
    'The certificate of the npm registry is not trusted here. Set NODE_EXTRA_CA_CERTS to the file (PEM) of the authority that signed it, often that of a company proxy, and start again.',
  ],
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ENETDOWN|ERR_SOCKET_TIMEOUT|EIDLETIMEOUT|ENOTCACHED/,
    'The npm registry cannot be reached. Check the network, and the registry and proxy of "npm config list", and start again.',
  ],
  [
    /\bE40[13]\b|ENEEDAUTH/,
    'The npm registry refuses this account. Check the registry of "npm config list" and sign in to it with "npm login".',
  ],
  [
    /\bE404\b|ETARGET/,
    'The npm registry does not have a package that Muster needs. Check the registry of "npm config list".',
  ],
  [/ENOSPC/, 'The disk is full. Free some space and start again.'],
  [
    /EACCES|EPERM|EROFS/,
    'No write permission. Run this as the user who owns the Muster folder and the npm cache.',
  ],
]

/**
 * Returns one line for the person who starts Muster, with the cause of a failed install and the remedy; undefined if the output
 * names no cause.
 * @param {string} output of npm
 * @returns {string | undefined}
 */
export function installProblem(output) {
  return causes.find(([pattern]) => pattern.test(output))?.[1]
}
