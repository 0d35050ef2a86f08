import { msg, plural } from '@lingui/core/runtime-macro'
import { limits } from '@muster/domain/limits.ts'
import type { Mail } from '../../../lib/mail.ts'
import { localDay } from '../../../lib/texts/local-day.ts'
import { mailText } from '../../../lib/texts/mail-text.ts'
import { toTitle } from '../files/format-cell.ts'
import type { Delivery } from './deliveries.queries.ts'

type MailLinks = { readonly off: string; readonly reports: string }
type Attachment = NonNullable<Mail['attachments']>[number]

/** Builds the email of a scheduled report. `file` is null if it is too large to attach. */
export function createReportMail(
  { id, email, kind, zone, from_day: from, to_day: to, added_by: addedBy, language }: Delivery,
  { off, reports }: MailLinks,
  file: Attachment | null,
): Mail {
  const title = toTitle({ kind })
  const days = msg`${{ from: localDay(from) }} to ${{ to: localDay(to) }}`
  return {
    to: email,
    ...mailText(language, msg`${{ report: title }} for ${{ zone }}: ${{ days }}`, [
      msg`Hello,`,
      ...(file
        ? [msg`The report “${{ report: title }}” for ${{ zone }} (${{ days }}) is attached.`]
        : [
            msg`The report “${{ report: title }}” for ${{ zone }} (${{ days }}) is too large to email. Anyone who manages the zone’s report emails can download it for ${plural({ keptDays: limits.reportFileKeepDays }, { one: '# day', other: '# days' })}, under Emailed reports:`,
            reports,
          ]),
      addedBy === null
        ? msg`Someone who manages this zone added ${{ email }} to its reports. To unsubscribe, open this link:`
        : msg`${{ name: addedBy }} added ${{ email }} to this zone’s reports. To unsubscribe, open this link:`,
      off,
    ]),
    // Email clients show these headers as an unsubscribe button (RFC 8058).
    headers: {
      'List-Unsubscribe': `<${off}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      // With a fixed id, an email sent twice because the server's response was lost appears once in the mailbox.
      'Message-ID': `<report-${id}@${new URL(off).hostname}>`,
    },
    ...(file && { attachments: [file] }),
  }
}
