import { openFreeMapOrigin } from '@muster/domain/base-map.ts'
import type { ServerSettings } from '../app/server.ts'
import { directMailQueue } from './direct-mail-queue.ts'
import { heldDownloadQueue } from './held-download-queue.ts'
import { heldWebhookQueue } from './held-webhook-queue.ts'

/** Settings of a server under test; `databaseUrl` and `dataDir` are the test's own. */
export const testSettings = (own: { databaseUrl: string; dataDir: string }): ServerSettings => ({
  ...own,
  secret: 'a secret of the tests, long enough',
  anchorKey: 'a key of the tests, for anchors alone',
  publicUrl: 'http://muster.example',
  passwordMin: 6,
  emailConfirmation: false,
  sessionDays: 30,
  triesPerAddress: 400,
  retentionDays: 90,
  securityLogDays: 730,
  zonesMost: 100_000,
  zonesMostOfOne: 1_000,
  maps: {
    base: undefined,
    hosts: [],
    googleKey: undefined,
    googleOrigin: 'https://maps.googleapis.com',
    openFreeMapOrigin,
    geocoderUrl: undefined,
  },
  landingAdminEmails: [],
  twoStepRequiredFrom: null,
  singleSignOn: null,
  smtpUrl: undefined,
  mailQueue: directMailQueue(),
  mailFrom: 'muster@localhost',
  webhookQueue: heldWebhookQueue(),
  downloadQueue: heldDownloadQueue(),
  webhookAllowPrivate: false,
  securityAnchorUrl: undefined,
  demoSignIns: async () => [],
  trustProxy: false,
  echo: false,
})
