import { z } from 'zod'
import { callsTagged } from './base.ts'
import { pick } from './errors.ts'
import { id, instant } from './ids.ts'

const { signedIn } = callsTagged('settings')

/** The download of everything stored about a person, and its progress. */
export const myDownload = z.object({
  id,
  state: z.enum(['preparing', 'ready', 'failed']),
  /** Progress in percent, 0 to 100. */
  percent: z.int().min(0).max(100),
  /** Size of the finished file. */
  bytes: z.number().nullable(),
  requestedAt: instant,
  readyAt: instant.nullable(),
  /** When the file is removed. */
  expiresAt: instant.nullable(),
})
export type MyDownload = z.infer<typeof myDownload>

const answer = z.object({ download: myDownload.nullable() })

/** The download of one's own data: requested, created by a job, announced by `data_download.changed`, kept for some days. */
export const myData = {
  /** The download in progress or ready, if any. */
  download: signedIn(
    'GET /settings/download',
    'get_my_download',
    "Read the state of the download of one's data",
  ).output(answer),
  /** Requests a download, or returns the one in progress. Removes the previous one. */
  prepareDownload: signedIn(
    'POST /settings/download',
    'prepare_my_download',
    "Prepare a download of one's data",
  ).output(answer),
  /** Returns an address that opens the file for some minutes, within this session. */
  openDownload: signedIn(
    'POST /settings/download/link',
    'open_my_download',
    "Get a link to the download of one's data",
  )
    .output(z.object({ url: z.string() }))
    .errors(pick('NOT_FOUND')),
}
