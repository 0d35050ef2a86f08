import { msg, plural } from '@lingui/core/runtime-macro'
import { limits } from '@muster/domain/limits.ts'
import type { Mail } from '../../../lib/mail.ts'
import { localDay } from '../../../lib/texts/local-day.ts'
import { mailText } from '../../../lib/texts/mail-text.ts'
import { toTitle } from '../files/format-cell.ts'
import type { Delivery } from './deliveries.queries.ts'

type Links = { readonly off: string; readonly reports: string }
type Attachment = NonNullable<Mail['attachments']>[number]

/** Builds the email of a scheduled report. `file` is null if it is too large to attach. */
export function createReportMail(
  { id, email, kind, zone, from_day: from, to_day: to, added_by: addedBy, language }: Delivery,
  { off, reports }: Links,
  file: Attachment | null,
): Mail {
  const title = toTitle({ kind })
  const days = msg`${{ from: localDay(from) }} to ${{ to: localDay(to) }}`
  return {
    to: email,
    ...mailText(language, msg`${{ report: title }} of ${{ zone }}: ${{ days }}`, [
      msg`Hello,`,
      ...(file
        ? [msg`attached is the report ${{ report: title }} of ${{ zone }} for ${{ days }}.`]
        : [
            msg`the report ${{ report: title }} of ${{ zone }} for ${{ days }} is too large for a mail. Whoever manages the report mails of the zone can download it for ${plural({ keptDays: limits.reportFileKeepDays }, { one: '# day', other: '# days' })}, under Mailed reports:`,
            reports,
          ]),
      addedBy === null
        ? msg`Somebody who looks after this zone added ${{ email }} to its reports. To get no more of them, open this link:`
        : msg`${{ name: addedBy }} added ${{ email }} to its reports. To get no more of them, open this link:`,
      off,
    ]),
    // RFC 8058: email clients show it as an unsubscribe button.
    headers: {
      'List-Unsubscribe': `<${off}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      // With a fixed id, an email sent twice because the server's response was lost appears once in the mailbox.
      'Message-ID': `<report-${id}@${new URL(off).hostname}>`,
    },
    ...(file && { attachments: [file] }),
  }
}
