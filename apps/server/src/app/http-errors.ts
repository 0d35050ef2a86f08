import { ORPCError } from '@orpc/server'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseUnavailable } from '../rpc/unexpected.ts'

const codes: Record<number, string> = {
  400: 'BAD_REQUEST',
  408: 'TIMEOUT',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'TOO_MANY_REQUESTS',
}

/** Errors before any procedure (body that is no JSON, too large, of a strange type) in the shape of the contract's errors. */
export function sendError(
  error: FastifyError | ORPCError<string, unknown>,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (error instanceof ORPCError) return reply.status(error.status).send(error.toJSON())
  const unavailable = isDatabaseUnavailable(error)
  const status = unavailable ? 503 : (error.statusCode ?? 500)
  if (status >= 500 && !unavailable) request.log.error(error, 'A request failed unexpectedly')
  const expected = status < 500 || unavailable
  return reply.status(status).send({
    defined: false,
    code: unavailable
      ? 'SERVICE_UNAVAILABLE'
      : (codes[status] ?? (expected ? 'BAD_REQUEST' : 'INTERNAL_SERVER_ERROR')),
    status,
    message:
      expected && !unavailable ? error.message : 'The service is not available right now. Please try again.',
  })
}
