import { msg } from '@lingui/core/runtime-macro'
import type { Alert } from '../../../live/write.ts'

export const downloadReadyAlert = (userId: string, downloadId: string): Alert => ({
  type: 'system',
  zoneId: null,
  to: [userId],
  title: msg`Your data is ready`,
  text: msg`You can download the copy of your data in Settings.`,
  about: {},
  source: `download:${downloadId}`,
})
