/** Maximum passkeys per person: enough for phones, computers, security keys and spares. */
export const maxPasskeys = 20

/** Web Authentication, "relying party identifier": a host name, no IP address; https unless localhost or below. */
export function supportsPasskeys(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) return true
  return protocol === 'https:' && !/^[\d.]+$/.test(hostname) && !hostname.startsWith('[')
}
