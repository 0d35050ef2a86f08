import type { FeedNotice } from '../../live/appliers.ts'
import { noticeLayer } from '../../ui/toast/notice-layer.ts'

/** Somebody asked for their data a while ago, and may be anywhere in the app by now. */
export const sayDownloadReady: FeedNotice = (_client, event, me) => {
  if (event.kind !== 'data_download.changed' || event.userId !== me) return
  if (event.download?.state === 'ready')
    noticeLayer.message('Your download is ready', {
      id: `download-${event.download.id}`,
      text: 'You find it in Settings.',
    })
}
