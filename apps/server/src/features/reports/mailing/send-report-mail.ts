import { basename } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { MailWork } from '../../../jobs/mail-queue.ts'
import { mediaTypes } from '../../../lib/media-types.ts'
import type { Platform } from '../../../platform/platform.ts'
import { toStoredProblem } from '../problems.ts'
import { claimDelivery, type Delivery, finishDelivery } from './deliveries.queries.ts'
import { createReportMail } from './report-mail.ts'
import { createUnsubscribeLink } from './unsubscribe-link.ts'

type Deps = Pick<Platform, 'db' | 'files' | 'mailer' | 'env' | 'secret' | 'log'>

const ownerReason = 'the job knows whom a report goes to'
/** Maximum attachment size in bytes; most mail servers refuse larger files. */
const MAX_ATTACHMENT_BYTES = 15 * 1024 * 1024
/** Maximum attempts per email; the queue spreads them over about half an hour with growing delays. */
const MAX_ATTEMPTS = 8

/** Creates the job that emails a report to one address, once however often the job is repeated. */
export function createReportMailWork({ db, files, mailer, env, secret, log }: Deps): MailWork {
  return async ({ deliveryId }) => {
    if (deliveryId === undefined) return
    const delivery = await db.asOwner(ownerReason, tx => claimDelivery(tx, deliveryId))
    if (delivery === undefined) return
    if (delivery === 'busy') throw new Error('Another node is sending this mail')
    const finish = (state: 'sent' | 'failed' | 'waiting', problem: string | null) =>
      db.asOwner(ownerReason, tx => finishDelivery(tx, deliveryId, { state, problem }))
    try {
      const file = await readAttachment(delivery)
      if (file === undefined) return finish('failed', toStoredProblem('fileGone'))
      const unsubscribeUrl = createUnsubscribeLink(env.PUBLIC_URL, secret, delivery.recipient_id)
      await mailer.send(
        createReportMail(delivery, { off: unsubscribeUrl, reports: `${env.PUBLIC_URL}/#/reports` }, file),
      )
    } catch (error) {
      const isRefused = isRefusal(error)
      const isFinal = delivery.attempts >= MAX_ATTEMPTS || isRefused
      // The mail server's name and response go to the log only.
      await finish(isFinal ? 'failed' : 'waiting', toStoredProblem(isRefused ? 'addressRefused' : 'notSent'))
      // The queue logs its own retries.
      if (!isFinal) throw error
      log.warn({ err: error, deliveryId }, 'A report could not be mailed')
      return
    }
    await finish('sent', null)
  }

  /** Reads the file to attach; null if it is too large, undefined if it no longer exists. */
  async function readAttachment({ path, bytes, format }: Delivery) {
    if (path === null) return undefined
    if (bytes > MAX_ATTACHMENT_BYTES) return null
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

/** 550 to 554 (RFC 5321), or 5xx for address or message. Other 5xx concern our sign-in or connection, which can be fixed. */
function isRefusal(error: unknown): boolean {
  const { responseCode, command } = error as { responseCode?: unknown; command?: unknown }
  const code = Number(responseCode)
  return (code >= 550 && code <= 554) || (code >= 500 && (command === 'RCPT TO' || command === 'DATA'))
}
