import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { v7 as uuidV7 } from 'uuid'
import { api, orpc } from '../../lib/api.ts'
import { errorTextWithTime, hasCode } from '../../lib/error-text.ts'
import { DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { ActForm } from '../../ui/forms/act-form.tsx'
import { useActForm } from '../../ui/forms/use-act-form.ts'
import { CopyFields } from '../../ui/sharing/copy-fields.tsx'

type Props = { zoneId: string; opened: boolean; onClose: () => void }

export function AddBadgeKeyDialog({ zoneId, opened, onClose }: Props) {
  const [key, setKey] = useState<string>()
  const close = () => {
    setKey(undefined)
    onClose()
  }
  return (
    <ResponsiveDialog
      opened={opened}
      onClose={close}
      title={key === undefined ? t`Add reader` : t`Key of the reader`}
      width={520}
      closesOnTapOutside={key === undefined}
    >
      {key === undefined ? (
        <KeyForm zoneId={zoneId} onAdded={setKey} onClose={close} />
      ) : (
        <Stack>
          <CopyFields
            fields={[
              { label: t`Address`, text: `${window.location.origin}/ingest/badges` },
              { label: t`Key`, text: key },
            ]}
          />
          <Text size="xs" c="dimmed">
            <Trans>
              The key is shown only once. Anyone who has it can say that badges of this zone came in or went
              out, and can do nothing else. Send it as “Authorization: Bearer”. The format is in
              docs/badges.md.
            </Trans>
          </Text>
          <DialogButtons>
            <Button onClick={close}>{t`Done`}</Button>
          </DialogButtons>
        </Stack>
      )}
    </ResponsiveDialog>
  )
}

type FormProps = { zoneId: string; onAdded: (key: string) => void; onClose: () => void }

const failureText = (error: unknown) =>
  hasCode(error, 'REQUEST_ID_TAKEN')
    ? t`This reader was already added. Close this dialog, remove it from the list and add it again.`
    : errorTextWithTime(error, t`The reader couldn’t be added. Try again.`)

function KeyForm({ zoneId, onAdded, onClose }: FormProps) {
  const form = useActForm({
    // One id per form, so that a retry after a lost response does not add a second key.
    values: () => ({ name: '', requestId: uuidV7() }),
    fields: 'badges.createKey',
    validate: { name: name => (name.trim() === '' ? t`A name is required` : null) },
    call: ({ name, requestId }) => api.badges.createKey({ zoneId, name, requestId }),
    onDone: ({ key }) => onAdded(key),
    invalidatesUnlessLive: [orpc.badges.keys.key()],
  })

  return (
    <ActForm
      form={form}
      label={t`Add reader`}
      workingLabel={t`Adding…`}
      onCancel={onClose}
      failed={failureText}
    >
      <TextInput
        label={t`Name`}
        description={t`What sends with this key, such as “Turnstiles, main gate”.`}
        data-autofocus
        {...form.getInputProps('name')}
      />
    </ActForm>
  )
}
