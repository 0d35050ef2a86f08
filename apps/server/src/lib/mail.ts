import { createHash } from 'node:crypto'
import { readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { createTransport } from 'nodemailer'
import { v7 as uuidV7 } from 'uuid'
import type { Env } from '../platform/env.ts'
import { makeFolders } from './make-folders.ts'

export type Mail = {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly headers?: Readonly<Record<string, string>>
  readonly attachments?: readonly {
    readonly filename: string
    readonly contentType: string
    readonly content: Buffer
  }[]
}

export type Mailer = {
  /** Resolves when the email is handed to the mail server or written to a file; rejects on failure or after `withinMs`. */
  send(mail: Mail, withinMs?: number): Promise<void>
  /** Removes email files for an address whose owner is deleted. */
  forget(to: string): Promise<void>
  /** Removes email files written before a time (milliseconds since 1970); returns how many. */
  removeOlder(than: number): Promise<number>
  /**
   * Accepts no new emails. Waits briefly for emails in progress, and then aborts them, so that they reject and the caller retries
   * them.
   */
  stop(): Promise<void>
}

type Options = {
  /** Without SMTP_URL, emails are written to the folder `mail` of DATA_DIR. */
  readonly env: Pick<Env, 'SMTP_URL' | 'MAIL_FROM' | 'MAIL_REPLY_TO' | 'DATA_DIR'>
  readonly log: FastifyBaseLogger
  /** Timeout (ms) for sending an email, from the first byte to the last response. */
  readonly sendingMs?: number
}

/**
 * Timeout (ms) for sending an email. Shorter than the timeout of the mail jobs, so that an abandoned email occupies no connection
 * during the retry.
 */
const SEND_TIMEOUT_MS = 60_000
/** Timeout (ms) for connecting to the mail server; the library would wait two minutes if a firewall drops packets. */
const CONNECT_TIMEOUT_MS = 15_000
/** Maximum wait (ms) when stopping, because an email aborted after its last byte would be sent twice. */
const FINAL_SEND_TIMEOUT_MS = 2_000

/**
 * Creates the mailer, which sends email by SMTP. Without SMTP_URL it writes `.eml` files and logs their names, so that trying the
 * product needs no mail server.
 */
export function createMailer({ env, log, sendingMs = SEND_TIMEOUT_MS }: Options): Mailer {
  const smtpTransport = env.SMTP_URL
    ? createTransport({ url: env.SMTP_URL, connectionTimeout: CONNECT_TIMEOUT_MS })
    : null
  const folder = join(env.DATA_DIR, 'mail')
  const addresses = { from: env.MAIL_FROM, replyTo: env.MAIL_REPLY_TO }
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  const pendingDeliveries = new Set<Promise<void>>()
  const stopController = new AbortController()

  // Returns a hash for the file name, so that the files for an address are found without reading all of them.
  const toRecipientHash = (to: string) =>
    createHash('sha256').update(to.trim().toLowerCase()).digest('hex').slice(0, 16)

  /** Removes the `.eml` files for which `isDue` is true; returns how many. A missing file or folder is not an error. */
  async function removeFiles(isDue: (file: string) => boolean | Promise<boolean>): Promise<number> {
    const names = await readdir(folder).catch(() => [])
    let removedCount = 0
    for (const name of names) {
      const file = join(folder, name)
      if (!name.endsWith('.eml') || !(await isDue(file))) continue
      await rm(file, { force: true })
      removedCount++
    }
    return removedCount
  }

  async function deliver({ attachments, ...rest }: Mail, withinMs: number): Promise<void> {
    const mail = { ...rest, ...(attachments && { attachments: [...attachments] }) }
    if (smtpTransport) {
      // The library's own timeouts only detect silence: a server that sends a byte now and then would keep us waiting forever.
      const signal = AbortSignal.any([stopController.signal, AbortSignal.timeout(withinMs)])
      await smtpTransport.sendMail({ ...addresses, ...mail, signal })
      return
    }
    const { message } = await composer.sendMail({ ...addresses, ...mail })
    await makeFolders(folder)
    const file = join(folder, `${uuidV7()}.${toRecipientHash(mail.to)}.eml`)
    await writeFile(file, message as Buffer, { mode: 0o600 })
    log.info({ file, subject: mail.subject }, 'Mail was written to a file, because SMTP_URL is not set')
  }

  return {
    send(mail, withinMs = sendingMs) {
      const delivery = deliver(mail, withinMs).finally(() => pendingDeliveries.delete(delivery))
      pendingDeliveries.add(delivery)
      return delivery
    },
    async forget(to) {
      if (smtpTransport) return
      // Wait for pending emails, because a file that is still being written would otherwise remain.
      await Promise.allSettled(pendingDeliveries)
      const fileSuffix = `.${toRecipientHash(to)}.eml`
      await removeFiles(file => file.endsWith(fileSuffix))
    },
    removeOlder: olderThan =>
      removeFiles(async file => {
        const fileStat = await stat(file).catch(() => undefined)
        return fileStat !== undefined && fileStat.mtimeMs < olderThan
      }),
    async stop() {
      await Promise.race([
        Promise.allSettled(pendingDeliveries),
        sleep(FINAL_SEND_TIMEOUT_MS, undefined, { ref: false }),
      ])
      stopController.abort(new Error('The server is stopping.'))
      await Promise.allSettled(pendingDeliveries)
    },
  }
}
