import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Minimum length of a compressed response in characters. For shorter ones, the headers outweigh the savings. */
const MIN_COMPRESSED_CHARS = 4_096
/** Quality 4 of 11 compresses about as well as gzip in less time, which matters because every response is compressed anew. */
const BROTLI_QUALITY = 4

const compressors = [
  [
    'br',
    (text: string) =>
      promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  ],
  ['gzip', (text: string) => promisify(gzip)(text)],
] as const

/**
 * Compresses off the event loop. The length reveals no secret (BREACH): the token is not in a cookie, so no other site can send
 * requests for the person.
 */
export async function compressJson(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  if (typeof payload !== 'string' || payload.length < MIN_COMPRESSED_CHARS) return payload
  reply.header('vary', 'accept-encoding')
  const [name, compress] = chooseCompressor(request)
  if (!name) return payload
  reply.header('content-encoding', name).removeHeader('content-length')
  return compress(payload)
}

/** Serves a constant text, compressed once per coding, so that many requests whose response nobody reads cost little. */
export function createCompressionCache(render: () => Promise<string>, type: string) {
  let plainBody: Promise<Buffer> | undefined
  const compressedByCoding = new Map<string, Promise<Buffer>>()
  const readPlain = () => {
    plainBody ??= render().then(text => Buffer.from(text))
    return plainBody
  }
  const compressOnce = (name: string, compress: (text: string) => Promise<Buffer>) => {
    const body = compressedByCoding.get(name) ?? readPlain().then(plain => compress(plain.toString()))
    compressedByCoding.set(name, body)
    body.catch(() => compressedByCoding.delete(name))
    return body
  }
  return async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('vary', 'accept-encoding').type(type)
    const [name, compress] = chooseCompressor(request)
    if (!name) return reply.send(await readPlain())
    const body = await compressOnce(name, compress)
    return reply.header('content-encoding', name).send(body)
  }
}

function chooseCompressor({ headers }: Pick<FastifyRequest, 'headers'>) {
  const acceptEncoding = String(headers['accept-encoding'] ?? '')
  return compressors.find(([coding]) => acceptsCoding(acceptEncoding, coding)) ?? []
}

/** True if a header like `gzip, br;q=0` accepts the coding (RFC 9110, 12.5.3). A wildcard (`*`) does not count. */
function acceptsCoding(header: string, coding: string): boolean {
  return header.split(',').some(entry => {
    const [name, quality] = entry
      .trim()
      .toLowerCase()
      .split(/\s*;\s*q\s*=\s*/)
    return name === coding && Number(quality ?? 1) > 0
  })
}
