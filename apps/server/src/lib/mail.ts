import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { createTransport } from 'nodemailer'
import { v7 as uuidV7 } from 'uuid'
import { makeFolders } from './make-folders.ts'

export type Mail = { readonly to: string; readonly subject: string; readonly text: string }

export type Mailer = {
  /** Hands the mail over without making the caller wait; a failure is logged. */
  send(mail: Mail): void
  /** Resolves when everything handed over so far is sent, written or given up. */
  settled(): Promise<void>
}

type Options = {
  /** `smtp://…`; without it mail becomes files in `folder`. */
  readonly smtpUrl: string | undefined
  readonly from: string
  readonly folder: string
  readonly log: FastifyBaseLogger
}

/** Sends by SMTP, or writes `.eml` files that the log names, so that nothing outside is needed to try things out. */
export function createMailer({ smtpUrl, from, folder, log }: Options): Mailer {
  const smtp = smtpUrl ? createTransport(smtpUrl) : null
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  const pending = new Set<Promise<void>>()

  async function deliver(mail: Mail): Promise<void> {
    if (smtp) {
      await smtp.sendMail({ from, ...mail })
      return
    }
    const { message } = await composer.sendMail({ from, ...mail })
    await makeFolders(folder, 0o700)
    const file = join(folder, `${uuidV7()}.eml`)
    await writeFile(file, message as Buffer, { mode: 0o600 })
    log.info({ file, subject: mail.subject }, 'Mail was written to a file, because SMTP_URL is not set')
  }

  return {
    send(mail) {
      const job = deliver(mail)
        .catch(error => log.error({ err: error, subject: mail.subject }, 'Mail could not be sent'))
        .finally(() => pending.delete(job))
      pending.add(job)
    },
    settled: async () => {
      await Promise.all(pending)
    },
  }
}
