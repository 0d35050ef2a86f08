import { healths } from '@muster/domain/system-health.ts'
import { z } from 'zod'
import { signedInProcedure } from './base.ts'
import { instant } from './ids.ts'

const health = z.enum(healths)
/** Milliseconds, bytes and counts, as they were found. */
const figure = z.number().min(0)

/** How many there are of how many there may be. */
const used = z.object({ open: figure, most: figure })

/** The parts of an installation, each with its health and what that rests on; null where it could not be found out. */
export const systemStatus = z.object({
  at: instant,
  database: z.object({ health, answerMs: figure.nullable(), stores: z.boolean() }),
  jobs: z.object({
    health,
    figures: z.object({ waitingMs: figure, failing: figure, lastDoneAt: instant.nullable() }).nullable(),
  }),
  storage: z.object({
    health,
    figures: z.object({ freeBytes: figure, totalBytes: figure, writable: z.boolean() }).nullable(),
  }),
  mail: z.object({
    health,
    figures: z
      .object({
        waiting: figure,
        failing: figure,
        /** Within the last hour. */
        givenUp: figure,
        lastFailedAt: instant.nullable(),
      })
      .nullable(),
  }),
  feed: z.object({ health, behindMs: figure.nullable() }),
  /** `screens`: of this server; `database`: of everybody who uses it. */
  connections: z.object({ health, screens: used, database: used.nullable() }),
  /** Requests came lately through a proxy that TRUST_PROXY does not name: everybody behind it counts as one address. */
  untrustedProxy: z.boolean(),
})
export type SystemStatus = z.infer<typeof systemStatus>

export const dashboards = {
  /** How the installation is, as the server that answers finds it; a reading serves all who look for some seconds. */
  systemStatus: signedInProcedure
    .route({
      method: 'GET',
      path: '/dashboards/system-status',
      operationId: 'get_system_status',
      summary: 'Read the health of the installation',
      tags: ['dashboards'],
    })
    .output(systemStatus),
}
