import { z } from 'zod'
import { callsTagged } from './base.ts'
import { pick } from './errors.ts'
import { id, instant } from './ids.ts'

const { signedIn } = callsTagged('settings')

/** The download of everything stored about a person, and its progress. */
export const myDownload = z.object({
  id,
  state: z.enum(['preparing', 'ready', 'failed']),
  percent: z.int().min(0).max(100),
  /** Size of the finished file in bytes. */
  bytes: z.number().nullable(),
  requestedAt: instant,
  readyAt: instant.nullable(),
  /** When the file will be removed. */
  expiresAt: instant.nullable(),
})
export type MyDownload = z.infer<typeof myDownload>

const answer = z.object({ download: myDownload.nullable() })

/**
 * The calls for downloading the caller's own data. A request starts a job that creates the file. The event `data_download.changed`
 * announces the file, which is kept for a few days.
 */
export const myData = {
  /** Returns the download that is in progress or ready, or null. */
  download: signedIn(
    'GET /settings/download',
    'get_my_download',
    "Read the state of the download of one's data",
  ).output(answer),
  /** Requests a download, or returns the one in progress. Removes the previous download. */
  prepareDownload: signedIn(
    'POST /settings/download',
    'prepare_my_download',
    "Prepare a download of one's data",
  ).output(answer),
  /** Returns a URL that opens the file for a few minutes, in this session only. */
  openDownload: signedIn(
    'POST /settings/download/link',
    'open_my_download',
    "Get a link to the download of one's data",
  )
    .output(z.object({ url: z.string() }))
    .errors(pick('NOT_FOUND')),
}
