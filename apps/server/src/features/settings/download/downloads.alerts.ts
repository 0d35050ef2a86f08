import { msg } from '@lingui/core/runtime-macro'
import type { Alert } from '../../../live/write.ts'

export const downloadReadyAlert = (userId: string, downloadId: string): Alert => ({
  type: 'system',
  zoneId: null,
  to: [userId],
  title: msg`Your data is ready`,
  text: msg`The copy of your data can be downloaded in Settings.`,
  about: {},
  source: `download:${downloadId}`,
})
