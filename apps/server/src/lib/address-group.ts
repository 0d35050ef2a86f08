import ipaddr from 'ipaddr.js'

/** For limits: IPv4 itself (also as ::ffff:192.0.2.1), of IPv6 the /64, because one customer gets its 2^64 addresses. */
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
