import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'

export type Mailbox = {
  /** Waits for the newest mail to the address with that subject; answers with the link in it. */
  linkFor(email: string, subject: string): Promise<string>
  /** The subjects of the mails to the address, oldest first. */
  subjectsFor(email: string): Promise<string[]>
}

/** Reads the mail that a server without SMTP settings keeps in its data folder. */
export function createMailbox(folder: string): Mailbox {
  const mailsTo = async (email: string) => {
    // Their names are in the order of their time.
    const files = (await readdir(folder).catch(() => [])).filter(name => name.endsWith('.eml')).sort()
    const mails = await Promise.all(
      files.map(async name => decode(await readFile(join(folder, name), 'utf8'))),
    )
    return mails.filter(({ to }) => to.includes(email))
  }
  return {
    async linkFor(email, subject) {
      let link: string | undefined
      await expect
        .poll(async () => {
          const mail = (await mailsTo(email)).findLast(one => one.subject === subject)
          link = mail && /https?:\/\/\S+/.exec(mail.text)?.[0]
          return link
        }, `mail "${subject}" to ${email}`)
        .toBeDefined()
      return link ?? ''
    },
    subjectsFor: async email => (await mailsTo(email)).map(({ subject }) => subject),
  }
}

function decode(raw: string): { to: string; subject: string; text: string } {
  const end = raw.search(/\r?\n\r?\n/)
  const head = raw.slice(0, end).replace(/\r?\n[ \t]+/g, ' ')
  const header = (name: string) => new RegExp(`^${name}: *(.*)$`, 'im').exec(head)?.[1]?.trim() ?? ''
  const body = raw.slice(end).trim()
  const quoted = header('Content-Transfer-Encoding').toLowerCase() === 'quoted-printable'
  return { to: header('To'), subject: header('Subject'), text: quoted ? unquote(body) : body }
}

/** Undoes the soft line ends and the escapes of quoted-printable; the mails are plain ASCII where it matters. */
function unquote(text: string): string {
  return text
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}
