import { msg } from '@lingui/core/runtime-macro'
import type { FastifyInstance } from 'fastify'
import type { BeforeAccountDeletion, Feature } from '../../platform/feature.ts'
import type { PersonalList } from '../../platform/personal-list.ts'
import type { Platform } from '../../platform/platform.ts'
import type { WithContext } from '../../rpc/context.ts'
import { createRateLimit, type RateLimit } from '../../rpc/rate-limit.ts'
import type { Auth } from '../auth/index.ts'
import type { WithPersonalData } from './about-me.procedures.ts'
import { isOwnDownload } from './download/downloads.queries.ts'
import { createDownloads } from './download/prepare-download.ts'
import { removeOldFiles } from './download/remove-files.ts'
import { deletePastMemberships } from './location-looks.queries.ts'
import { registerProfileImageRoute } from './profile-image-door.ts'
import { settingsEvents } from './settings.events.ts'
import { settingsOpenapi } from './settings.openapi.ts'
import { settingsProcedures } from './settings.procedures.ts'
import { isVisiblePhoto } from './settings.queries.ts'

const settingsPersonalData: readonly PersonalList[] = [
  {
    name: 'downloads',
    says: msg`Downloads of your own data.`,
    table: 'data_downloads',
    kind: 'downloads',
    counted: 'user_id = me',
    of: 'user_id',
    order: 'id',
    leftOut: {
      'describes the archive that is being written': [
        'percent',
        'attempt',
        'path',
        'bytes',
        'ready_at',
        'expires_at',
      ],
    },
  },
]

type WithDeletion = { readonly beforeAccountDeletion: BeforeAccountDeletion }
type Parts = {
  readonly prepareDownload: ReturnType<typeof createDownloads>
  readonly uploads: RateLimit
}

export const settingsFeature = {
  procedures: (platform: Platform & WithDeletion & WithPersonalData & { readonly auth: Auth }) => ({
    settings: settingsProcedures(platform, platform.auth),
  }),
  events: settingsEvents,
  parts: (platform: Platform & WithPersonalData): Parts => ({
    prepareDownload: createDownloads(platform),
    uploads: createRateLimit(platform.db.pool, { name: 'upload', points: 10, seconds: 60 }),
  }),
  doors: (app: FastifyInstance, services: Platform & Parts & WithContext) =>
    registerProfileImageRoute(app, services),
  openapi: settingsOpenapi,
  jobs: ({ db, log, files }: Platform) => [
    {
      name: 'removed-files',
      cron: '*/5 * * * *',
      async run(signal: AbortSignal) {
        const removedCount = await removeOldFiles(db, files, signal)
        if (removedCount > 0)
          log.info({ files: removedCount }, 'Removed files that belong to nobody any more')
      },
    },
  ],
  expired: { pastMemberships: deletePastMemberships },
  files: { avatars: { mayRead: isVisiblePhoto }, downloads: { mayRead: isOwnDownload } },
  personalData: settingsPersonalData,
} satisfies Feature
