/** Of one person: a phone, a computer, a key on the ring, and some to spare. */
export const passkeysMost = 20

/**
 * Whether browsers make passkeys for an address (Web Authentication, "relying party identifier"): it has a name, not
 * numbers alone, and is reached over https, or is this machine.
 */
export function takesPasskeys(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) return true
  return protocol === 'https:' && !/^[\d.]+$/.test(hostname) && !hostname.startsWith('[')
}
