import type { FastifyBaseLogger } from 'fastify'

/** Where the feed tells the operator what happens to it. */
export type LiveLog = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
