import webPush from 'web-push'
import type { ServiceSettings } from '../app/services.ts'
import type { Env } from '../platform/env.ts'
import { readEnv } from '../platform/env.ts'
import { createDirectMailQueue } from './direct-mail-queue.ts'
import { createManualDownloadQueue } from './manual-download-queue.ts'
import { createManualWebhookQueue } from './manual-webhook-queue.ts'

const vapidKeys = webPush.generateVAPIDKeys()

type TestOptions = { databaseUrl: string; dataDir: string; env?: Partial<Env> }

/**
 * Returns the settings of a server under test: the defaults, overridden by `env`. `databaseUrl` and `dataDir` are the test's own.
 */
export const createTestSettings = ({ databaseUrl, dataDir, env }: TestOptions): ServiceSettings => ({
  env: {
    ...readEnv({ PUBLIC_URL: 'http://muster.example', MAIL_FROM: 'muster@localhost' }),
    DATA_DIR: dataDir,
    ...env,
  },
  databaseUrl,
  secret: 'a secret of the tests, long enough',
  vapidKeys,
  anchorKey: 'a key of the tests, for anchors alone',
  mailQueue: createDirectMailQueue(),
  webhookQueue: createManualWebhookQueue(),
  downloadQueue: createManualDownloadQueue(),
  reportQueue: createManualDownloadQueue(),
  demoSignIns: async () => [],
  echo: false,
})
