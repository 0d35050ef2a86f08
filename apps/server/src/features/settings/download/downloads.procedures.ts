import type { Platform } from '../../../platform/platform.ts'
import { api, signedIn } from '../../../rpc/base.ts'
import { fail } from '../../../rpc/fail.ts'
import { audit } from '../../security/index.ts'
import { beginDownload, downloadView, findReadyPath, readDownload } from './downloads.queries.ts'

/** Maximum downloads of one's own data per day. The specification does not give a number. */
const maxDownloadsPerDay = 5

const downloadLimit = { name: 'data-download', points: maxDownloadsPerDay, seconds: 24 * 60 * 60 }

/** Procedures for downloading one's own data. They use only the actor's id. */
export function downloadProcedures({ downloadQueue }: Platform) {
  return {
    download: api.settings.download.use(signedIn()).handler(async ({ context: { tx, actor } }) => {
      const row = await readDownload(tx, actor.userId)
      return { download: row ? downloadView(row) : null }
    }),

    prepareDownload: api.settings.prepareDownload
      .use(
        signedIn(null, { rateLimit: downloadLimit, asOwner: 'the job is ordered in the same transaction' }),
      )
      .handler(async ({ context: { tx, actor } }) => {
        const id = await beginDownload(tx, actor.userId)
        if (id) {
          await downloadQueue.add(id, tx)
          await audit(tx, 'user_action_data_download_asked', { actorId: actor.userId })
        }
        const row = await readDownload(tx, actor.userId)
        return { download: row ? downloadView(row) : null }
      }),

    openDownload: api.settings.openDownload
      .use(signedIn())
      .handler(async ({ context: { tx, actor, linkTo } }) => {
        const path = await findReadyPath(tx, actor.userId)
        if (!path) throw fail('NOT_FOUND')
        await audit(tx, 'user_action_data_download_opened', { actorId: actor.userId })
        return { url: linkTo(path) }
      }),
  }
}
