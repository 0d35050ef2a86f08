import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import type { SystemStatus } from '@muster/contract/dashboards.ts'
import { CautionNote } from '../../ui/states/caution-note.tsx'

/** Warns that the server that answered cannot use the mail server, and what to do. */
export function MailProblem({ mail: { problem } }: Pick<SystemStatus, 'mail'>) {
  if (!problem) return null
  return (
    <CautionNote>
      <Text inherit fw={600}>
        {t`Emails can’t be sent from this server`}
      </Text>
      <span dir="auto">{problem}</span>{' '}
      <Trans>
        Emails wait and are tried again. Check SMTP_URL and the mail server, then send a test email below. If
        you change SMTP_URL, restart the server.
      </Trans>
    </CautionNote>
  )
}
