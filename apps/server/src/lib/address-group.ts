import { isIPv6 } from 'node:net'

/**
 * What limits by address count by: an IPv4 address itself, also when it is written as IPv6 (::ffff:192.0.2.1), and the
 * /64 network of an IPv6 address, for that is what one customer is given, with 2^64 addresses to choose from.
 */
export function addressGroup(address: string): string {
  // The hot way: no address with a colon is an IPv4 address.
  if (!address.includes(':')) return address
  const [bare = ''] = address.split('%')
  if (!isIPv6(bare)) return address
  const words = wordsOf(bare)
  const isMapped = words.slice(0, 5).every(word => word === 0) && words[5] === 0xffff
  if (isMapped)
    return words
      .slice(6)
      .flatMap(word => [word >> 8, word & 255])
      .join('.')
  return `${words
    .slice(0, 4)
    .map(word => word.toString(16))
    .join(':')}::/64`
}

/** The eight words of a valid IPv6 address. */
function wordsOf(address: string): number[] {
  const [before = '', after] = address.split('::')
  const [left, right] = [parse(before), parse(after ?? '')]
  return [...left, ...Array.from({ length: 8 - left.length - right.length }, () => 0), ...right]
}

const parse = (part: string): number[] =>
  part === ''
    ? []
    : part.split(':').flatMap(word => (word.includes('.') ? wordsOfIPv4(word) : [Number.parseInt(word, 16)]))

function wordsOfIPv4(address: string): number[] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number)
  return [a * 256 + b, c * 256 + d]
}
