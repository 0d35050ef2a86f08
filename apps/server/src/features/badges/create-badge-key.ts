import { badgeKeysMost } from '@muster/domain/badge.ts'
import type { Tx } from '../../db/database.ts'
import { fail } from '../../rpc/fail.ts'
import { insertOnce } from '../../rpc/once.ts'
import {
  findKeyByRequest,
  insertKey,
  listKeys,
  lockBadges,
  type NewBadgeKey,
  renewLostKey,
} from './badge-keys.queries.ts'

/**
 * Adds a key. A repeated request means that the first response was lost, so it returns the first row with a new key. Throws
 * BADGE_KEYS_FULL, REQUEST_ID_TAKEN.
 */
export async function createBadgeKey(tx: Tx, key: NewBadgeKey) {
  await lockBadges(tx, key.zoneId)
  const result = await insertOnce({
    find: () => findKeyByRequest(tx, key),
    isSame: existingKey => existingKey.name === key.name && existingKey.zone_id === key.zoneId,
    insert: async () => {
      if ((await listKeys(tx, key.zoneId)).length >= badgeKeysMost) throw fail('BADGE_KEYS_FULL')
      return insertKey(tx, key)
    },
  })
  if (!result.created && !(await renewLostKey(tx, key))) throw fail('REQUEST_ID_TAKEN')
  return result
}
