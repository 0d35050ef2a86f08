import { basename } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { MailWork } from '../../../jobs/mail-queue.ts'
import type { Platform } from '../../../platform/platform.ts'
import { mediaTypes } from '../files/render-report.ts'
import { type Delivery, settleDelivery, takeDelivery } from './deliveries.queries.ts'
import { offLink } from './off-link.ts'
import { reportMail } from './report-mail.ts'

type Deps = Pick<Platform, 'db' | 'files' | 'mailer' | 'env' | 'secret' | 'log'>

const why = 'the job knows whom a report goes to'
/** Larger files most mail servers refuse, in bytes. */
const ATTACHED_MOST = 15 * 1024 * 1024
/** Tries of one mail; the queue makes them further and further apart, for about half an hour. */
const TRIES = 8

/** Mails a report to one address. What was sent is not sent again, however often it is ordered. */
export function sendReportMail({ db, files, mailer, env, secret, log }: Deps): MailWork {
  return async ({ deliveryId }) => {
    if (deliveryId === undefined) return
    const delivery = await db.asOwner(why, tx => takeDelivery(tx, deliveryId))
    if (delivery === undefined) return
    if (delivery === 'busy') throw new Error('Another node is sending this mail')
    const settle = (state: 'sent' | 'failed' | 'waiting', problem: string | null) =>
      db.asOwner(why, tx => settleDelivery(tx, deliveryId, { state, problem }))
    try {
      const file = await attachmentOf(delivery)
      if (file === undefined) return settle('failed', 'The file is not there any more.')
      const off = offLink(env.PUBLIC_URL, secret, delivery.recipient_id)
      await mailer.send(reportMail(delivery, { off, reports: `${env.PUBLIC_URL}/#/reports` }, file))
    } catch (error) {
      const refused = isRefusal(error)
      const isOver = delivery.attempts >= TRIES || refused
      await settle(isOver ? 'failed' : 'waiting', refused ? notTaken : notSent)
      // The queue logs what it tries again.
      if (!isOver) throw error
      log.warn({ err: error, deliveryId }, 'A report could not be mailed')
      return
    }
    await settle('sent', null)
  }

  /** Null where it is too large, undefined where it is gone. */
  async function attachmentOf({ path, bytes, format }: Delivery) {
    if (path === null) return undefined
    if (bytes > ATTACHED_MOST) return null
    const file = await files.open(path)
    return (
      (file && {
        filename: basename(path),
        contentType: mediaTypes[format],
        content: await buffer(file.read()),
      }) ??
      undefined
    )
  }
}

/** For who manages the zone. What the mail server said, and which it is, is for the log alone. */
const notTaken = 'The mail server does not take mails for this address.'
const notSent = 'The mail could not be handed to the mail server.'

/**
 * The mail server will not take this mail, now or later: an answer of 550 to 554 (RFC 5321), or of 5xx to the address or the mail. Other
 * answers of 5xx are about our own sign-in or connection, which somebody may put right.
 */
function isRefusal(error: unknown): boolean {
  const { responseCode, command } = error as { responseCode?: unknown; command?: unknown }
  const code = Number(responseCode)
  return (code >= 550 && code <= 554) || (code >= 500 && (command === 'RCPT TO' || command === 'DATA'))
}
