import type { FastifyReply } from 'fastify'
import type { ByteRange } from '../lib/byte-range.ts'
import type { StoredFile } from '../lib/file-storage.ts'

/** Sends a file or the requested range of it, or status 416 if the file has no such range (RFC 9110, section 14). */
export function sendPart(
  reply: FastifyReply,
  file: StoredFile,
  range: ByteRange | 'whole' | 'unsatisfiable',
): FastifyReply {
  if (range === 'unsatisfiable')
    return reply
      .status(416)
      .header('content-range', `bytes */${file.size}`)
      .removeHeader('cache-control')
      .removeHeader('content-disposition')
      .type('application/json')
      .send({ defined: false, code: 'RANGE_NOT_SATISFIABLE', status: 416, message: 'No such part' })
  if (range === 'whole') return reply.header('content-length', file.size).send(file.read())
  return reply
    .status(206)
    .header('content-range', `bytes ${range.start}-${range.end}/${file.size}`)
    .header('content-length', range.end - range.start + 1)
    .send(file.read(range))
}
