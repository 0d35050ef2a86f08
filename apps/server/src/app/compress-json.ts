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
    (text: string | Buffer) =>
      promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  ],
  ['gzip', (text: string | Buffer) => promisify(gzip)(text)],
] as const

/**
 * The API's `onSend` hook, which compresses long responses off the event loop with a coding the client accepts. The length of a
 * compressed response reveals no secret (the BREACH attack): the token is not in a cookie, so no other site can send requests on
 * the person's behalf.
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

/**
 * Creates a handler that serves a constant text. The text is rendered at the first request and compressed once per coding, and both
 * are cached, so that many clients requesting it without reading the response cost little.
 */
export function createCompressionCache(renderText: () => string, type: string) {
  let plainBody: Buffer | undefined
  const renderOnce = () => {
    plainBody ??= Buffer.from(renderText())
    return plainBody
  }
  const compressedByCoding = new Map<string, Promise<Buffer>>()
  const compressOnce = (name: string, compress: (text: Buffer) => Promise<Buffer>) => {
    const body = compressedByCoding.get(name) ?? compress(renderOnce())
    compressedByCoding.set(name, body)
    body.catch(() => compressedByCoding.delete(name))
    return body
  }
  return async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('vary', 'accept-encoding').type(type)
    const [name, compress] = chooseCompressor(request)
    if (!name) return reply.send(renderOnce())
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
