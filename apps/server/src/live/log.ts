import type { FastifyBaseLogger } from 'fastify'

/** The operator's log of the feed. */
export type LiveLog = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
