import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Below, the headers weigh as much as is saved. */
const WORTH_IT = 4_096
/** Of 11: about the ratio of gzip in less time; answers are packed anew for every request. */
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
 * For the hook `onSend` of the API: packs a long answer as the client understands it, off the event loop. That nobody can
 * guess a secret by the length of packed answers (the attack called BREACH) rests on this: no other site can make a
 * browser ask in the person's name, because the token is in no cookie.
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

/**
 * Answers with a text that is the same for everybody: packed once for each coding, and held once, however many ask for it and
 * do not read it.
 */
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

/** Whether a header like `gzip, br;q=0` takes the coding (RFC 9110, 12.5.3); a star is no reason to pack. */
function accepts(header: string, coding: string): boolean {
  return header.split(',').some(part => {
    const [name, weight] = part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*q\s*=\s*/)
    return name === coding && Number(weight ?? 1) > 0
  })
}
