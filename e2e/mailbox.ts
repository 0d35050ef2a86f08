import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'

export type Mailbox = {
  /** Waits for an email to an address with this subject and returns the first link in the newest one. */
  linkFor(email: string, subject: string): Promise<string>
  /** Returns the subjects of the emails to an address, oldest first. */
  subjectsFor(email: string): Promise<string[]>
  /** Returns the files attached to the emails to an address, oldest first. */
  attachmentsFor(email: string): Promise<Attachment[]>
}

export type Attachment = { readonly name: string; readonly content: Buffer }

/** Reads the emails that a server without SMTP settings keeps in its data folder. */
export function createMailbox(folder: string): Mailbox {
  const readMailsTo = async (email: string) => {
    // File names sort by time.
    const files = (await readdir(folder).catch(() => [])).filter(name => name.endsWith('.eml')).sort()
    const mails = await Promise.all(
      files.map(async name => decodeMail(await readFile(join(folder, name), 'utf8'))),
    )
    return mails.filter(({ to }) => to.includes(email))
  }
  return {
    async linkFor(email, subject) {
      let link: string | undefined
      await expect
        .poll(async () => {
          const mail = (await readMailsTo(email)).findLast(candidate => candidate.subject === subject)
          link = mail && /https?:\/\/\S+/.exec(mail.text)?.[0]
          return link
        }, `mail "${subject}" to ${email}`)
        .toBeDefined()
      return link ?? ''
    },
    subjectsFor: async email => (await readMailsTo(email)).map(({ subject }) => subject),
    attachmentsFor: async email => (await readMailsTo(email)).flatMap(({ attachments }) => attachments),
  }
}

type Mail = { to: string; subject: string; text: string; attachments: Attachment[] }

function decodeMail(raw: string): Mail {
  const { header, body } = parsePart(raw)
  const boundary = /boundary="([^"]+)"/.exec(header('Content-Type'))?.[1]
  const parts = boundary ? body.split(`--${boundary}`).slice(1, -1).map(parsePart) : [parsePart(raw)]
  const namedParts = parts.map(part => ({
    ...part,
    name: /filename="?([^";]+)/.exec(part.header('Content-Disposition'))?.[1],
  }))
  return {
    to: header('To'),
    subject: header('Subject'),
    text: readText(namedParts.find(({ name }) => name === undefined)),
    attachments: namedParts.flatMap(({ name, body: content }) =>
      name ? { name, content: Buffer.from(content, 'base64') } : [],
    ),
  }
}

type Part = { header: (name: string) => string; body: string }

/** Parses headers and body of an email, or of a part of one. */
function parsePart(text: string): Part {
  const raw = text.replace(/^\r?\n/, '')
  const end = raw.search(/\r?\n\r?\n/)
  const head = raw.slice(0, end).replace(/\r?\n[ \t]+/g, ' ')
  return {
    header: name => new RegExp(`^${name}: *(.*)$`, 'im').exec(head)?.[1]?.trim() ?? '',
    body: raw.slice(end).trim(),
  }
}

function readText(part: Part | undefined): string {
  if (!part) return ''
  const isQuotedPrintable = part.header('Content-Transfer-Encoding').toLowerCase() === 'quoted-printable'
  return isQuotedPrintable ? unquote(part.body) : part.body
}

/** Decodes quoted-printable text, but only ASCII characters, because the relevant parts of the emails contain no others. */
function unquote(text: string): string {
  return text
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}
