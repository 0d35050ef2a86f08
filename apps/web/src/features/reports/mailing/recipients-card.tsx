import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Text, TextInput } from '@mantine/core'
import { maxReportRecipients, type ReportRecipient } from '@muster/contract/report-mailing.ts'
import { IconMail, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, orpc } from '../../../lib/api.ts'
import { ignoreMissing } from '../../../lib/error-text.ts'
import { ActionIcon } from '../../../ui/action-icon.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { ResponsiveDialog } from '../../../ui/dialogs/responsive-dialog.tsx'
import { ActForm } from '../../../ui/forms/act-form.tsx'
import { useActForm } from '../../../ui/forms/use-act-form.ts'
import { Rows } from '../../../ui/layout/rows.tsx'
import { Name } from '../../../ui/people/name.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { RelativeTime } from '../../../ui/time/relative-time.tsx'
import { MailingCard } from './mailing-card.tsx'

type Props = { zoneId: string; mayChange: boolean }

export function RecipientsCard({ zoneId, mayChange }: Props) {
  const [isAdding, setIsAdding] = useState(false)
  const [recipientToRemove, setRecipientToRemove] = useState<ReportRecipient>()
  const query = useQuery(orpc.reportMailing.recipients.queryOptions({ input: { zoneId } }))
  const recipients = query.data?.recipients
  const removedEmail = recipientToRemove?.email ?? ''
  const isEmpty = recipients?.length === 0
  const isFull = (recipients?.length ?? 0) >= maxReportRecipients
  const addButton = mayChange && recipients && (
    <Button variant="default" icon={IconPlus} disabled={isFull} onClick={() => setIsAdding(true)}>
      {t`Add recipient`}
    </Button>
  )
  return (
    <MailingCard
      title={t`Recipients`}
      text={t`Scheduled reports are emailed to these addresses. No account is needed. Each email has an unsubscribe link.`}
      query={query}
      failure={t`Failed to load recipients`}
      act={!isEmpty && addButton}
    >
      {isEmpty && (
        <EmptyState
          icon={IconMail}
          title={t`No recipients yet`}
          text={
            mayChange
              ? t`Scheduled reports are created, but they have no email recipients yet.`
              : t`A zone manager can add them.`
          }
        >
          {addButton}
        </EmptyState>
      )}
      {recipients && recipients.length > 0 && (
        <Rows>
          {recipients.map(it => (
            <li key={it.id}>
              <RecipientFacts recipient={it} />
              {mayChange && !it.offAt && (
                <ActionIcon
                  icon={IconTrash}
                  size={44}
                  aria-label={removeLabel(it)}
                  onClick={() => setRecipientToRemove(it)}
                />
              )}
            </li>
          ))}
        </Rows>
      )}
      {isFull && (
        <Text size="xs" c="dimmed">
          <Trans>You’ve reached the limit of {maxReportRecipients} recipients.</Trans>
        </Text>
      )}
      <ResponsiveDialog opened={isAdding} onClose={() => setIsAdding(false)} title={t`Add recipient`}>
        {isAdding && <RecipientForm zoneId={zoneId} onClose={() => setIsAdding(false)} />}
      </ResponsiveDialog>
      <ConfirmDialog
        opened={recipientToRemove !== undefined}
        onClose={() => setRecipientToRemove(undefined)}
        title={t`Remove ${removedEmail}?`}
        confirmLabel={t`Remove recipient`}
        workingLabel={t`Removing…`}
        onConfirm={() =>
          ignoreMissing(
            api.reportMailing.removeRecipient({ zoneId, recipientId: recipientToRemove?.id ?? '' }),
          )
        }
        done={[t`Recipient removed`, t`${removedEmail} will no longer get this zone’s reports.`]}
        invalidates={[orpc.reportMailing.recipients.key()]}
        failure={t`The recipient couldn’t be removed. Try again.`}
      >
        {t`This address will no longer receive reports for this zone.`}
      </ConfirmDialog>
    </MailingCard>
  )
}

function RecipientFacts({ recipient }: { recipient: ReportRecipient }) {
  const { email, name, offAt, addedBy, addedAt } = recipient
  return (
    <div>
      <Text component="div" fw={600} dir="auto">
        {name || email}
      </Text>
      <Text size="xs" c="dimmed">
        {name && `${email} · `}
        {offAt ? (
          <Trans>
            unsubscribed <RelativeTime at={offAt} />
          </Trans>
        ) : addedBy ? (
          <Trans>
            added by <Name>{addedBy}</Name> <RelativeTime at={addedAt} />
          </Trans>
        ) : (
          <RelativeTime at={addedAt} />
        )}
      </Text>
    </div>
  )
}

const removeLabel = ({ email }: ReportRecipient) => t`Remove ${email}`

function RecipientForm({ zoneId, onClose }: { zoneId: string; onClose: () => void }) {
  const form = useActForm({
    values: () => ({ email: '', name: '' }),
    fields: 'reportMailing.addRecipient',
    validateInputOnBlur: true,
    validate: {
      email: email => (/^\S+@\S+\.\S+$/.test(email.trim()) ? null : t`Please enter a valid email address.`),
    },
    call: ({ email, name }) => api.reportMailing.addRecipient({ zoneId, email: email.trim(), name }),
    done: ({ email }) => [t`Recipient added`, t`${email} will get this zone’s scheduled reports.`],
    invalidates: [orpc.reportMailing.recipients.key()],
    onClose,
  })
  return (
    <ActForm
      form={form}
      label={t`Add recipient`}
      workingLabel={t`Adding…`}
      failed={t`The recipient couldn’t be added. Try again.`}
    >
      <TextInput
        label={t`Email`}
        type="email"
        inputMode="email"
        autoComplete="off"
        required
        data-autofocus
        {...form.getInputProps('email')}
      />
      <TextInput
        label={t`Name`}
        description={t`Optional`}
        autoComplete="off"
        {...form.getInputProps('name')}
      />
    </ActForm>
  )
}
