import { plural, t } from '@lingui/core/macro'
import { Button, List, Stack, Text } from '@mantine/core'
import type { api } from '../../../lib/api.ts'
import { DialogButtons } from '../../../ui/dialogs/dialog-buttons.tsx'

type Outcomes = Awaited<ReturnType<typeof api.invitations.invite>>['outcomes']
type Props = { outcomes: Outcomes; onAnother: () => void; onShowList: () => void; onClose: () => void }

/** Says who was invited, and who was not because they need no further invitation. */
export function InvitedEmails({ outcomes, onAnother, onShowList, onClose }: Props) {
  const listEmails = (outcome: Outcomes[number]['outcome']) =>
    outcomes.filter(it => it.outcome === outcome).map(it => it.email)
  const invitedCount = listEmails('invited').length
  return (
    <Stack>
      <Text role="status" fw={600}>
        {invitedCount === 0
          ? t`No invitation was sent.`
          : plural(invitedCount, {
              one: '# invitation is on its way.',
              other: '# invitations are on their way.',
            })}
      </Text>
      <Emails title={t`Already members:`} emails={listEmails('member')} />
      <Emails title={t`Already invited. You can send it again under Invited:`} emails={listEmails('open')} />
      <Emails title={t`Not invited: mailed too often in the last 24 hours.`} emails={listEmails('limited')} />
      <Emails
        title={t`Not invited: declined an invitation in the last 24 hours.`}
        emails={listEmails('declined')}
      />
      <DialogButtons>
        <Button variant="default" onClick={onAnother}>
          {t`Invite more`}
        </Button>
        <Button variant="default" onClick={onShowList}>
          {t`Show invitations`}
        </Button>
        <Button onClick={onClose}>{t`Done`}</Button>
      </DialogButtons>
    </Stack>
  )
}

const Emails = ({ title, emails }: { title: string; emails: readonly string[] }) =>
  emails.length > 0 && (
    <div>
      <Text>{title}</Text>
      <List>
        {emails.map(email => (
          <List.Item key={email}>
            <bdi>{email}</bdi>
          </List.Item>
        ))}
      </List>
    </div>
  )
