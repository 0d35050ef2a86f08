import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'

const nonPublicNetworks = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  nonPublicNetworks.addSubnet(network, prefix, 'ipv4')
// Addresses in 2000::/3 are public, except those for translation or documentation; all others are not.
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  nonPublicNetworks.addSubnet(network, prefix, 'ipv6')

/** True if an IP address is on the public internet, and not an address of this machine, its network or any private network. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !nonPublicNetworks.check(address, 'ipv4')
  return version === 6 && globalUnicast.check(address, 'ipv6') && !nonPublicNetworks.check(address, 'ipv6')
}

export type FoundAddress = { address: string; family: number }
export type FindAddresses = (host: string) => Promise<FoundAddress[]>

/**
 * Connect to one of these, because a second lookup could differ. Throws if any is not public, without saying which: private names
 * must not leak.
 */
export async function findPublicAddresses(
  hostname: string,
  find: FindAddresses = host => lookup(host, { all: true }),
): Promise<FoundAddress[]> {
  const bareHost = hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(bareHost)
    ? [{ address: bareHost, family: isIP(bareHost) }]
    : await find(bareHost).catch(() => [])
  if (addresses.length === 0 || !addresses.every(({ address }) => isPublicAddress(address)))
    throw new Error('The address leads nowhere on the open internet')
  return addresses
}
