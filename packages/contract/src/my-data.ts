import { z } from 'zod'
import { callsTagged } from './base.ts'
import { pick } from './errors.ts'
import { id, instant } from './ids.ts'

const { signedIn } = callsTagged('settings')

/** Everything that is kept about somebody as one file, as far as it has come. */
export const myDownload = z.object({
  id,
  state: z.enum(['preparing', 'ready', 'failed']),
  /** How much of it is written, 0 to 100. */
  percent: z.int().min(0).max(100),
  /** Size of the file, once it is ready. */
  bytes: z.number().nullable(),
  requestedAt: instant,
  readyAt: instant.nullable(),
  /** When the file is removed. */
  expiresAt: instant.nullable(),
})
export type MyDownload = z.infer<typeof myDownload>

const answer = z.object({ download: myDownload.nullable() })

/** The download of one's own data: asked for, made by a job, told of by `data_download.changed`, kept for some days. */
export const myData = {
  /** The one that is being made or can be fetched. */
  download: signedIn(
    'GET /settings/download',
    'get_my_download',
    "Read the state of the download of one's data",
  ).output(answer),
  /** Asks for it; one that is under way already is answered instead. The one before is removed. */
  prepareDownload: signedIn(
    'POST /settings/download',
    'prepare_my_download',
    "Prepare a download of one's data",
  ).output(answer),
  /** An address that opens the file for some minutes, while this session lives. */
  openDownload: signedIn(
    'POST /settings/download/link',
    'open_my_download',
    "Get a link to the download of one's data",
  )
    .output(z.object({ url: z.string() }))
    .errors(pick('NOT_FOUND')),
}
