import type { Socket } from 'node:net'
import { errors } from '@muster/contract/errors.ts'
import { ORPCError } from '@orpc/server'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { readAnnouncedBytes } from '../doors/bytes-announced.ts'
import { CountedMessage } from '../doors/counted-message.ts'
import { doorLimits } from '../doors/door-limits.ts'
import { endWithAnswer } from '../doors/end-with-answer.ts'
import { render } from '../lib/texts/render.ts'
import { translateError } from '../rpc/error-texts.ts'
import { negotiateLanguage } from '../rpc/request-language.ts'
import { mapUnexpectedError, withLoggedReason } from '../rpc/unexpected.ts'

const codesByStatus: Record<number, string> = {
  400: 'BAD_REQUEST',
  408: 'TIMEOUT',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'TOO_MANY_REQUESTS',
}

/** Sends errors from outside procedures (other endpoints, invalid JSON, a body too large) in the contract's format. */
export function sendError(
  error: FastifyError | ORPCError<string, unknown>,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const language = negotiateLanguage(request.headers['accept-language'])
  const mappedError = withLoggedReason(mapUnexpectedError(error, request.log), error, request.id, request.log)
  if (mappedError instanceof ORPCError) {
    const retryAfterSeconds = getRetryAfterSeconds(mappedError)
    if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
    return reply.status(mappedError.status).send(translateError(language, mappedError).toJSON())
  }
  const status = (error as FastifyError).statusCode ?? 500
  const isExpected = status < 500
  if (!isExpected) request.log.error(error, 'A request failed unexpectedly')
  return reply.status(status).send({
    defined: false,
    code: codesByStatus[status] ?? (isExpected ? 'BAD_REQUEST' : 'INTERNAL_SERVER_ERROR'),
    status,
    ...(!isExpected && { data: { requestId: request.id } }),
    message: isExpected ? error.message : render(errors.SERVICE_UNAVAILABLE.text, language),
  })
}

/** Returns the seconds until a retry, for devices and proxies that read the `retry-after` header instead of our data. */
export function getRetryAfterSeconds({
  status,
  data,
}: Pick<ORPCError<string, unknown>, 'status' | 'data'>): number | undefined {
  const { retryAt } = (data ?? {}) as { retryAt?: string }
  if (retryAt === undefined) return status === 503 ? 2 : undefined
  return Math.max(1, Math.ceil((Date.parse(retryAt) - Date.now()) / 1_000))
}

/** For malformed URLs. No hook limits the body then, so the connection is closed if part of it is still to come. */
export function sendRouteNotFound(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { raw } = request
  if (raw instanceof CountedMessage && !raw.complete && readAnnouncedBytes(raw.headers) > 0) {
    reply.header('connection', 'close')
    endWithAnswer(raw.socket, doorLimits.lingerMs, false)
  }
  return sendError(error, request, reply)
}

/** Answers input that is not valid HTTP (an oversized header, a malformed line) in the contract's error format. */
export function answerMalformedRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const isHeaderTooLong = error.code === 'HPE_HEADER_OVERFLOW'
  const status = isHeaderTooLong ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
  const reason = { 400: 'Bad Request', 408: 'Request Timeout', 431: 'Request Header Fields Too Large' }[
    status
  ]
  const body = JSON.stringify({
    defined: false,
    code: codesByStatus[status] ?? 'BAD_REQUEST',
    status,
    message: reason,
  })
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  )
}
