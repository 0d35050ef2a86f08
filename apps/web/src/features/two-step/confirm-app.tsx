import { t } from '@lingui/core/macro'
import { Button } from '@mantine/core'
import { isAppCode } from '@muster/domain/two-step.ts'
import { type FormEvent, useState } from 'react'
import { api } from '../../lib/api.ts'
import { errorTextWithTime, hasCode } from '../../lib/error-text.ts'
import { ActForm } from '../../ui/forms/act-form.tsx'
import { PinInput } from '../../ui/forms/pin-input.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { CopyFields } from '../../ui/sharing/copy-fields.tsx'
import { QrCode } from '../../ui/sharing/qr-code.tsx'
import { ProblemAlert } from '../../ui/states/problem-alert.tsx'
import type { AppSetup } from './app-setup.ts'

type Props = {
  setup: AppSetup
  onCancel: (() => void) | undefined
  onConfirmed: (recoveryCodes: string[]) => void
}

/** Shows the secret to scan or type into the app, and a field for the code that confirms the setup. */
export function ConfirmApp({ setup, onCancel, onConfirmed }: Props) {
  const [code, setCode] = useState('')
  const confirm = useAct({
    call: (typedCode: string) => api.twoStep.confirm({ code: typedCode }),
    onDone: ({ recoveryCodes }) => onConfirmed(recoveryCodes),
    onError: error => {
      if (hasCode(error, 'SECOND_STEP_WRONG')) setCode('')
    },
  })
  const isWrong = hasCode(confirm.error, 'SECOND_STEP_WRONG')
  const submitCode = (typedCode: string) => {
    if (isAppCode(typedCode) && !confirm.isPending) confirm.mutate(typedCode)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    submitCode(code)
  }
  return (
    <ActForm
      form={{ act: confirm, submit, onClose: onCancel }}
      label={t`Turn on`}
      workingLabel={t`Turning on…`}
      disabled={!isAppCode(code)}
    >
      {confirm.isError && !isWrong && (
        <ProblemAlert>
          {errorTextWithTime(confirm.error, t`Two-step sign-in couldn’t be set up. Try again.`)}
        </ProblemAlert>
      )}
      <p>{t`Scan this code with your authenticator app, or open it on this phone:`}</p>
      <QrCode text={setup.address} label={t`QR code with the key for your authenticator app`} />
      <Button component="a" href={setup.address} variant="default">
        {t`Open in an authenticator app`}
      </Button>
      <CopyFields
        fields={[
          {
            label: t`Setup key`,
            text: setup.secret,
            shown: setup.secret.match(/.{1,4}/g)?.join(' '),
            act: t`Copy key`,
          },
        ]}
      />
      <PinInput
        label={t`Code from the app`}
        length={6}
        masked={false}
        value={code}
        onChange={setCode}
        onComplete={submitCode}
        error={isWrong ? t`This code is incorrect. Wait for the next one, then enter it.` : undefined}
        disabled={confirm.isPending}
        autoFocus
      />
    </ActForm>
  )
}
