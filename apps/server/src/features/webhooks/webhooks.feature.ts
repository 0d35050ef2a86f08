import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { deleteOldDeliveries } from './deliver.queries.ts'
import { webhooksProcedures } from './webhooks.procedures.ts'
import { createWebhooks } from './webhooks.ts'

type Parts = { readonly webhooks: ReturnType<typeof createWebhooks> }

export const webhooksFeature = {
  procedures: (platform: Platform) => ({ webhooks: webhooksProcedures(platform) }),
  parts(platform: Platform): Parts {
    const webhooks = createWebhooks(platform)
    platform.reader.subscribe(webhooks.listener)
    return { webhooks }
  },
  stop: ({ webhooks }: Parts) => webhooks.stop(),
  jobs: ({ webhooks }: Parts) => [{ name: 'webhooks', cron: '* * * * *', run: webhooks.catchUp }],
  expired: { deliveries: deleteOldDeliveries },
} satisfies Feature
