import { msg } from '@lingui/core/runtime-macro'
import { v7 as uuidV7 } from 'uuid'
import type { Alert } from '../../live/write.ts'

export const permissionsChangedAlert = ({
  zoneId,
  zoneName,
  userId,
}: {
  zoneId: string
  zoneName: string
  userId: string
}): Alert => ({
  type: 'system',
  zoneId,
  to: [userId],
  title: msg`Your permissions changed: ${{ zone: zoneName }}`,
  text: msg`What you can do in this zone has changed.`,
  about: {},
  // A unique source, so that each change creates a separate alert.
  source: `zone-permissions:${uuidV7()}`,
})
