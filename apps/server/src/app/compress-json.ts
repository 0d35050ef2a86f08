import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Minimum size in bytes; below it, the headers outweigh the savings. */
const WORTH_IT = 4_096
/** Quality 4 of 11 reaches about gzip's ratio in less time, because responses are compressed for every request. */
const QUALITY = 4

const packers = [
  [
    'br',
    (text: string) =>
      promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } }),
  ],
  ['gzip', (text: string) => promisify(gzip)(text)],
] as const

/**
 * The `onSend` hook of the API, which compresses long responses with a coding the client accepts, off the event loop. The length of
 * compressed responses reveals no secret (the BREACH attack), because no other site can send requests in the person's name: the
 * token is not in a cookie.
 */
export async function compressJson(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  if (typeof payload !== 'string' || payload.length < WORTH_IT) return payload
  reply.header('vary', 'accept-encoding')
  const [name, pack] = packerFor(request)
  if (!name) return payload
  reply.header('content-encoding', name).removeHeader('content-length')
  return pack(payload)
}

/** Serves a constant text, compressed and cached once per coding, even if many clients request it without reading the response. */
export function packedOnce(text: string, type: string) {
  const plain = Buffer.from(text)
  const packed = new Map<string, Promise<Buffer>>()
  const packOnce = (name: string, pack: (text: string) => Promise<Buffer>) => {
    const body = packed.get(name) ?? pack(text)
    packed.set(name, body)
    body.catch(() => packed.delete(name))
    return body
  }
  return async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('vary', 'accept-encoding').type(type)
    const [name, pack] = packerFor(request)
    if (!name) return reply.send(plain)
    const body = await packOnce(name, pack)
    return reply.header('content-encoding', name).send(body)
  }
}

function packerFor({ headers }: Pick<FastifyRequest, 'headers'>) {
  const accepted = String(headers['accept-encoding'] ?? '')
  return packers.find(([coding]) => accepts(accepted, coding)) ?? []
}

/** True if a header like `gzip, br;q=0` accepts the coding (RFC 9110, 12.5.3); a star is not enough. */
function accepts(header: string, coding: string): boolean {
  return header.split(',').some(part => {
    const [name, weight] = part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*q\s*=\s*/)
    return name === coding && Number(weight ?? 1) > 0
  })
}
