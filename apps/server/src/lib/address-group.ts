import ipaddr from 'ipaddr.js'

/**
 * Returns the key for limits per IP address: an IPv4 address itself (also if given in its IPv6 form, ::ffff:192.0.2.1), but only
 * the /64 network of an IPv6 address, because a single customer gets such a network with 2^64 addresses.
 */
export function toAddressGroup(address: string): string {
  // Fast path: an address without a colon is IPv4.
  if (!address.includes(':') || !ipaddr.isValid(address)) return address
  const ip = ipaddr.process(address)
  if (ip instanceof ipaddr.IPv4) return ip.toString()
  return `${ip.parts
    .slice(0, 4)
    .map(part => part.toString(16))
    .join(':')}::/64`
}
