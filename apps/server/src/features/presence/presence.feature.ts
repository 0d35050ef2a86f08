import { presenceExport } from '@muster/contract/presence-exports.ts'
import type { FastifyInstance } from 'fastify'
import { registerFileDoor } from '../../doors/file-door.ts'
import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import type { WithContext } from '../../rpc/context.ts'
import { countUnseen } from './count-unseen.ts'
import { endSilentVisits } from './end-silent-visits.ts'
import { makeExport } from './exports/make-export.ts'
import { registerIngest } from './ingest.ts'
import { createMemberCache } from './member-cache.ts'
import { presenceEvents } from './presence.events.ts'
import { presenceOpenapi } from './presence.openapi.ts'
import { presencePersonalData } from './presence.personal-data.ts'
import { presenceProcedures } from './presence.procedures.ts'
import { createPresence, type Presence } from './presence.ts'
import { retentionProcedures } from './retention/retention.procedures.ts'
import { retentionJobs } from './retention/retention-jobs.ts'
import { sharingEvents } from './sharing/sharing.events.ts'
import { endExpiredSharing } from './sharing/sharing.queries.ts'
import { deleteSettledRequests } from './sharing/tracking-requests.queries.ts'
import { createZoneCache } from './zone-cache.ts'

type Parts = { readonly presence: Presence }

export const presenceFeature = {
  procedures: ({ presence, env }: Parts & Platform) => ({
    presence: presenceProcedures({ ...presence, timeZone: env.TIME_ZONE }),
    security: retentionProcedures,
  }),
  events: { ...presenceEvents, ...sharingEvents },
  caches: ({ db, mayHold }: Platform) => ({
    zones: createZoneCache(db, mayHold),
    members: createMemberCache(db, mayHold),
  }),
  parts: (platform: Parameters<typeof createPresence>[0]): Parts => ({ presence: createPresence(platform) }),
  stop: ({ presence }: Parts) => presence.writer.stop(),
  doors(app: FastifyInstance, services: Platform & Parts & WithContext) {
    const { presence, sessions, echo, env } = services
    registerIngest(app, { ...presence, sessions, echo })
    registerFileDoor(app, services, {
      path: '/download/presence',
      bodyLimit: 4 * 1024,
      input: presenceExport,
      make: ({ db, actor }, input) =>
        makeExport({ db, retentionDays: env.RETENTION_DAYS, timeZone: env.TIME_ZONE }, actor, input),
    })
  },
  openapi: presenceOpenapi,
  jobs: (platform: Platform) => [
    ...retentionJobs(platform),
    { name: 'shared-time', cron: '* * * * *', run: () => endExpiredSharing(platform.db) },
    {
      name: 'silent-visits',
      cron: '* * * * *',
      run: (signal: AbortSignal) => endSilentVisits(platform.db, signal),
    },
    { name: 'unseen-people', cron: '* * * * *', run: () => countUnseen(platform.db) },
  ],
  expired: { trackingRequests: deleteSettledRequests },
  personalData: presencePersonalData,
} satisfies Feature
