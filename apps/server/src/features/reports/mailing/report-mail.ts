import { limits } from '@muster/domain/limits.ts'
import { dayText } from '../../../lib/day-text.ts'
import type { Mail } from '../../../lib/mail.ts'
import { toTitle } from '../files/format-cell.ts'
import type { Delivery } from './deliveries.queries.ts'

type Links = { readonly off: string; readonly reports: string }
type Attachment = NonNullable<Mail['attachments']>[number]

/** The mail of a scheduled report. `file` is null where it is too large to attach. */
export function reportMail(
  { id, email, kind, zone, from_day: from, to_day: to, added_by: addedBy }: Delivery,
  { off, reports }: Links,
  file: Attachment | null,
): Mail {
  const title = toTitle({ kind })
  const days = `${dayText(from)} to ${dayText(to)}`
  return {
    to: email,
    subject: `${title} of ${zone}: ${days}`,
    text: `Hello,

${
  file
    ? `attached is the report ${title} of ${zone} for ${days}.`
    : `the report ${title} of ${zone} for ${days} is too large for a mail. Whoever manages the report mails of the zone can download it for ${limits.reportFileKeepDays} days, under Mailed reports:

${reports}`
}

${addedBy ?? 'Somebody who looks after this zone'} added ${email} to its reports. To get no more of them, open this link:

${off}
`,
    // RFC 8058: mail programs show it as an unsubscribe button.
    headers: {
      'List-Unsubscribe': `<${off}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      // A mail sent twice because its response was lost appears once in the mailbox.
      'Message-ID': `<report-${id}@${new URL(off).hostname}>`,
    },
    ...(file && { attachments: [file] }),
  }
}
