import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { errorTextWithTime } from '../../lib/error-text.ts'
import { createPasskey, PasskeyNotConfirmedError } from '../../lib/webauthn.ts'
import { PasswordForm } from '../../ui/forms/password-form.tsx'

const defaultName = t`My device`

const failureText = (error: unknown) =>
  error instanceof PasskeyNotConfirmedError
    ? t`The passkey wasn’t added because it wasn’t confirmed on the device.`
    : errorTextWithTime(error, t`The passkey couldn’t be added. Try again.`)

/** Asks for a name and the password, after which the device asks for a fingerprint, a face or its PIN. */
export function AddPasskeyForm({
  onClose,
  onAdded,
}: {
  onClose: () => void
  onAdded: (name: string) => void
}) {
  const [name, setName] = useState('')
  const add = async (password: string) => {
    const { ticket, options } = await api.passkeys.begin({ password })
    return api.passkeys.add({ ticket, name: name.trim() || defaultName, made: await createPasskey(options) })
  }
  return (
    <PasswordForm
      label={t`Add passkey`}
      workingLabel={t`Continue on your device…`}
      failed={failureText}
      onCancel={onClose}
      act={add}
      onDone={passkey => onAdded(passkey.name)}
    >
      <Stack>
        <p>
          <Trans>
            This device, or another one nearby, will ask for your fingerprint, your face or its PIN. From then
            on, you can sign in this way without a password.
          </Trans>
        </p>
        <TextInput
          label={t`Name`}
          description={t`The phone or computer that stores the passkey, so you can recognise it later.`}
          placeholder={defaultName}
          maxLength={60}
          value={name}
          onChange={event => setName(event.currentTarget.value)}
        />
      </Stack>
    </PasswordForm>
  )
}
