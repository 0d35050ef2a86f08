import ipaddr from 'ipaddr.js'

/**
 * Returns the key for limits by address: an IPv4 address itself, even when written as IPv6 (::ffff:192.0.2.1), and the /64 network
 * of an IPv6 address, because one customer gets that many and could choose from 2^64 addresses.
 */
export function addressGroup(address: string): string {
  // Hot path: an address without a colon is IPv4.
  if (!address.includes(':') || !ipaddr.isValid(address)) return address
  const found = ipaddr.process(address)
  if (found instanceof ipaddr.IPv4) return found.toString()
  return `${found.parts
    .slice(0, 4)
    .map(part => part.toString(16))
    .join(':')}::/64`
}
