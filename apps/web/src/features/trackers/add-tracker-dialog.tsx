import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Box, Button, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { type TrackerApp, trackerApps } from '@muster/domain/tracker.ts'
import { useState } from 'react'
import { v7 as uuidV7 } from 'uuid'
import { api } from '../../lib/api.ts'
import { errorTextWithTime, hasCode } from '../../lib/error-text.ts'
import { DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { ActForm } from '../../ui/forms/act-form.tsx'
import { useActForm } from '../../ui/forms/use-act-form.ts'
import { CopyFields } from '../../ui/sharing/copy-fields.tsx'
import { QrCode } from '../../ui/sharing/qr-code.tsx'
import { AfterConsent } from '../consents/public.tsx'
import { describeSetup, trackerAppNames } from './tracker-setup.ts'

type Props = { opened: boolean; onClose: () => void }
type AddedTracker = { readonly app: TrackerApp; readonly name: string; readonly token: string }

/** Asks for consent if necessary and for the app to add, then explains the setup. The token is shown only once. */
export function AddTrackerDialog({ opened, onClose }: Props) {
  const [addedTracker, setAddedTracker] = useState<AddedTracker>()
  const close = () => {
    setAddedTracker(undefined)
    onClose()
  }
  return (
    <ResponsiveDialog
      opened={opened}
      onClose={close}
      title={addedTracker ? setupTitle(trackerAppNames[addedTracker.app]) : t`Add location app`}
    >
      {addedTracker ? (
        <SetupSteps added={addedTracker} onClose={close} />
      ) : (
        <AfterConsent onRefused={close}>
          <AppForm onAdded={setAddedTracker} onClose={close} />
        </AfterConsent>
      )}
    </ResponsiveDialog>
  )
}

const setupTitle = (appName: string) => t`Set up ${appName}`

const failureText = (error: unknown) =>
  hasCode(error, 'REQUEST_ID_TAKEN')
    ? t`This location app was already added with your original settings. Close this dialog, remove it from the list and add it again.`
    : errorTextWithTime(error, t`The location app couldn’t be added. Try again.`)

function AppForm({ onAdded, onClose }: { onAdded: (added: AddedTracker) => void; onClose: () => void }) {
  const form = useActForm({
    // One id per form, so that a retry after a lost response does not add a second tracker.
    values: () => ({ app: 'owntracks' as TrackerApp, name: '', requestId: uuidV7() }),
    fields: 'trackers.create',
    validate: { name: name => (name.trim() === '' ? t`A name is required` : null) },
    validateInputOnBlur: true,
    call: values => api.trackers.create(values),
    onDone: ({ tracker, token }) => onAdded({ app: tracker.app, name: tracker.name, token }),
  })
  return (
    <ActForm
      form={form}
      label={t`Add location app`}
      workingLabel={t`Adding…`}
      onCancel={onClose}
      failed={failureText}
    >
      <NativeSelect
        label={t`App`}
        data={trackerApps.map(app => ({ value: app, label: trackerAppNames[app] }))}
        {...form.getInputProps('app')}
      />
      <TextInput
        label={t`Name`}
        description={t`A name you’ll recognise later, such as the phone it runs on.`}
        data-autofocus
        {...form.getInputProps('name')}
      />
    </ActForm>
  )
}

function SetupSteps({ added, onClose }: { added: AddedTracker; onClose: () => void }) {
  const appName = trackerAppNames[added.app]
  const { link, qr, fields, steps } = describeSetup(added.app, { ...added, origin: window.location.origin })
  return (
    <Stack>
      <Box component="ol" m={0} ps={20}>
        {steps.map(step => (
          <li key={step}>{step}</li>
        ))}
      </Box>
      {qr && <QrCode text={qr} label={t`QR code with the ${appName} settings`} />}
      {link && (
        <Button component="a" href={link} variant="default">
          <Trans>Open {appName} on this phone</Trans>
        </Button>
      )}
      <CopyFields fields={fields.map(({ label, value }) => ({ label, text: value }))} />
      <Text size="xs" c="dimmed">
        <Trans>
          This is shown only once. Anyone who has it can send positions in your name but can’t do anything
          else. If you lose the phone, remove the app in Settings.
        </Trans>
      </Text>
      <DialogButtons>
        <Button onClick={onClose}>{t`Done`}</Button>
      </DialogButtons>
    </Stack>
  )
}
