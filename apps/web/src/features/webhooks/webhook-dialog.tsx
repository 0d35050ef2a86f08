import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Paper, Stack, Text } from '@mantine/core'
import type { Webhook } from '@muster/contract/webhooks.ts'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { CopyButton } from '../../ui/sharing/copy-button.tsx'
import { notify } from '../../ui/toast/notify.ts'
import { toSettings, type WebhookDraft, WebhookForm } from './webhook-form.tsx'

type Props = { opened: boolean; onClose: () => void; onSaved: () => void }

export function AddWebhookDialog({ opened, onClose, onSaved }: Props) {
  const [secret, setSecret] = useState<string>()
  const close = () => {
    setSecret(undefined)
    onClose()
  }
  return (
    <ResponsiveDialog
      opened={opened}
      onClose={close}
      title={secret ? t`Webhook secret` : t`Add webhook`}
      width={520}
    >
      {secret ? (
        <SecretView secret={secret} onClose={close} />
      ) : (
        <NewWebhookForm onAdded={setSecret} onSaved={onSaved} onCancel={close} />
      )}
    </ResponsiveDialog>
  )
}

type NewWebhookProps = { onAdded: (secret: string) => void; onSaved: () => void; onCancel: () => void }

function NewWebhookForm({ onAdded, onSaved, onCancel }: NewWebhookProps) {
  const add = async (draft: WebhookDraft) => {
    // The list is refetched even after a failure, because the response may have been lost.
    const createdWebhook = await api.webhooks
      .create({ ...toSettings(draft), requestId: draft.requestId })
      .finally(onSaved)
    onAdded(createdWebhook.secret)
  }
  return <WebhookForm label={t`Add webhook`} workingLabel={t`Adding…`} onSave={add} onCancel={onCancel} />
}

export function EditWebhookDialog({ webhook, opened, onClose, onSaved }: Props & { webhook: Webhook }) {
  const { id: webhookId, active } = webhook
  const save = async (draft: WebhookDraft) => {
    const updatedWebhook = await api.webhooks.update({ ...toSettings(draft), webhookId, active })
    notify.success(
      t`Webhook saved`,
      t`${{ webhook: updatedWebhook.name }} will now receive the selected events.`,
    )
    onSaved()
    onClose()
  }
  return (
    <ResponsiveDialog opened={opened} onClose={onClose} title={t`Edit webhook`} width={520}>
      <WebhookForm
        webhook={webhook}
        label={t`Save`}
        workingLabel={t`Saving…`}
        onSave={save}
        onCancel={onClose}
      />
    </ResponsiveDialog>
  )
}

/** Shows a new secret, which cannot be shown again. */
export function NewSecretDialog({ secret, onClose }: { secret: string | undefined; onClose: () => void }) {
  return (
    <ResponsiveDialog opened={secret !== undefined} onClose={onClose} title={t`New secret`} width={520}>
      {secret && <SecretView secret={secret} onClose={onClose} isNew />}
    </ResponsiveDialog>
  )
}

type SecretViewProps = { secret: string; onClose: () => void; isNew?: boolean }

function SecretView({ secret, onClose, isNew = false }: SecretViewProps) {
  return (
    <Stack>
      <Text size="xs" c="dimmed">
        <Trans>
          Your receiver needs this secret to verify that deliveries come from here. It’s shown only once.
        </Trans>{' '}
        {isNew && t`For one day, deliveries are signed with the previous secret as well.`}
      </Text>
      <Paper component="code" withBorder p="sm" style={{ userSelect: 'all' }}>
        {secret}
      </Paper>
      <DialogButtons>
        <CopyButton text={secret} label={t`Copy secret`} />
        <Button onClick={onClose}>{t`Done`}</Button>
      </DialogButtons>
    </Stack>
  )
}
