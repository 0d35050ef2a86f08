import type { FastifyBaseLogger } from 'fastify'

/** The log for the operator about the feed. */
export type LiveLog = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
