import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'

/** Crockford's alphabet: no letter looks like a digit, so an id can be read out on the phone. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** The form of a proxy's ids, such as nginx's `$request_id`. Other header content must not reach the log or a screen. */
const proxyIdPattern = /^[A-Za-z0-9][A-Za-z0-9_-]{7,63}$/
const POOL_BYTES = 4_096

/**
 * Creates the function that names requests: `7KQM-3FXD`, 40 random bits. A trusted proxy's `x-request-id` is used instead if it has
 * a safe form, so that the proxy's log and ours agree.
 */
export function createRequestIds(trustProxy: boolean | number | string[]) {
  const isTrusted = createTrust(trustProxy)
  const nextId = createIdSource()
  return ({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): string => {
    const proxyId = headers['x-request-id']
    return typeof proxyId === 'string' && proxyIdPattern.test(proxyId) && isTrusted(socket.remoteAddress)
      ? proxyId
      : nextId()
  }
}

/** Draws random bytes in blocks, because asking for a few each time costs more than the rest of an id. */
function createIdSource() {
  let bytes = Buffer.alloc(0)
  let at = 0
  return () => {
    if (at + 8 > bytes.length) {
      bytes = randomBytes(POOL_BYTES)
      at = 0
    }
    let text = ''
    for (let index = 0; index < 8; index++) {
      if (index === 4) text += '-'
      text += ALPHABET[(bytes[at++] ?? 0) & 31]
    }
    return text
  }
}

function createTrust(trustProxy: boolean | number | string[]): (address: string | undefined) => boolean {
  if (!Array.isArray(trustProxy)) return () => trustProxy !== false && trustProxy !== 0
  const ranges = trustProxy.map(text => (text.includes('/') ? ipaddr.parseCIDR(text) : toSingleRange(text)))
  return address => {
    if (address === undefined || !ipaddr.isValid(address)) return false
    const ip = ipaddr.process(address)
    return ranges.some(([range, bits]) => ip.kind() === range.kind() && ip.match(range, bits))
  }
}

function toSingleRange(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  const ip = ipaddr.process(text)
  return [ip, ip.kind() === 'ipv4' ? 32 : 128]
}
