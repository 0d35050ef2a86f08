import { ORPCError } from '@orpc/client'

/** Converts an error response of an endpoint that is not a procedure to the error that the client throws for procedures. */
export function toRefusal(status: number, body: unknown) {
  const { code, message, defined, data } = (body ?? {}) as Record<string, unknown>
  return new ORPCError(typeof code === 'string' ? code : 'INTERNAL_SERVER_ERROR', {
    status,
    defined: defined === true,
    message: typeof message === 'string' ? message : undefined,
    data,
  })
}
