import ipaddr from 'ipaddr.js'

/**
 * Answers the key that limits by address count by: an IPv4 address itself, also when it is written as IPv6 (::ffff:192.0.2.1), and the
 * /64 network of an IPv6 address, for that is what one customer is given, with 2^64 addresses to choose from.
 */
export function addressGroup(address: string): string {
  // The hot path: no address with a colon is an IPv4 address.
  if (!address.includes(':') || !ipaddr.isValid(address)) return address
  const found = ipaddr.process(address)
  if (found instanceof ipaddr.IPv4) return found.toString()
  return `${found.parts
    .slice(0, 4)
    .map(part => part.toString(16))
    .join(':')}::/64`
}
