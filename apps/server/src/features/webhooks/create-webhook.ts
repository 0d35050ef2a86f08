import { maxWebhooks } from '@muster/domain/webhook.ts'
import type { Tx } from '../../db/database.ts'
import { fail } from '../../rpc/fail.ts'
import { insertOnce } from '../../rpc/once.ts'
import {
  findWebhookByRequest,
  insertWebhook,
  isSameWebhook,
  listWebhooks,
  lockWebhooks,
  type NewWebhook,
  renewLostSecret,
  type WebhookRow,
} from './webhooks.queries.ts'

/**
 * Adds a webhook. A repeated request means that the first response was lost, so it returns the first webhook with a new secret.
 * Throws WEBHOOKS_FULL, REQUEST_ID_TAKEN.
 */
export async function createWebhook(
  tx: Tx,
  webhook: NewWebhook,
): Promise<{ row: WebhookRow; created: boolean }> {
  await lockWebhooks(tx)
  const result = await insertOnce({
    find: () => findWebhookByRequest(tx, webhook),
    isSame: existingWebhook => isSameWebhook(existingWebhook, webhook),
    insert: async () => {
      if ((await listWebhooks(tx)).length >= maxWebhooks) throw fail('WEBHOOKS_FULL')
      return insertWebhook(tx, webhook)
    },
  })
  if (!result.created && !(await renewLostSecret(tx, webhook))) throw fail('REQUEST_ID_TAKEN')
  return result
}
