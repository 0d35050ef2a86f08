import webPush from 'web-push'
import type { ServiceSettings } from '../app/services.ts'
import type { Env } from '../platform/env.ts'
import { readEnv } from '../platform/env.ts'
import { directMailQueue } from './direct-mail-queue.ts'
import { heldDownloadQueue } from './held-download-queue.ts'
import { heldWebhookQueue } from './held-webhook-queue.ts'

const vapidKeys = webPush.generateVAPIDKeys()

type Own = { databaseUrl: string; dataDir: string; env?: Partial<Env> }

/** Default settings of a server under test, overridden by `env`; `databaseUrl` and `dataDir` belong to the test. */
export const testSettings = ({ databaseUrl, dataDir, env }: Own): ServiceSettings => ({
  env: {
    ...readEnv({ PUBLIC_URL: 'http://muster.example', MAIL_FROM: 'muster@localhost' }),
    DATA_DIR: dataDir,
    ...env,
  },
  databaseUrl,
  secret: 'a secret of the tests, long enough',
  vapidKeys,
  anchorKey: 'a key of the tests, for anchors alone',
  mailQueue: directMailQueue(),
  webhookQueue: heldWebhookQueue(),
  downloadQueue: heldDownloadQueue(),
  reportQueue: heldDownloadQueue(),
  demoSignIns: async () => [],
  echo: false,
})
