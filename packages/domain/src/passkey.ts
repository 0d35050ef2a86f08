/** Maximum passkeys per person: enough for phones, computers, security keys and spares. */
export const maxPasskeys = 20

/**
 * Returns true if browsers can create passkeys for a URL (Web Authentication, "relying party identifier"): it has a host name, not
 * an IP address, and uses https unless it is localhost or below it.
 */
export function supportsPasskeys(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) return true
  return protocol === 'https:' && !/^[\d.]+$/.test(hostname) && !hostname.startsWith('[')
}
