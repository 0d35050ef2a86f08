import { ORPCError } from '@orpc/client'

/** The error that a door which is no procedure answered with, as the client throws it for those that are. */
export function refusalOf(status: number, body: unknown) {
  const { code, message, defined, data } = (body ?? {}) as Record<string, unknown>
  return new ORPCError(typeof code === 'string' ? code : 'INTERNAL_SERVER_ERROR', {
    status,
    defined: defined === true,
    message: typeof message === 'string' ? message : undefined,
    data,
  })
}
