import { t } from '@lingui/core/macro'
import { Stack, TextInput } from '@mantine/core'
import type { Passkey } from '@muster/contract/passkeys.ts'
import { api } from '../../lib/api.ts'
import { errorText } from '../../lib/error-text.ts'
import { FormButtons } from '../../ui/forms/form-buttons.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { useMarkedForm } from '../../ui/forms/use-marked-form.ts'
import { ProblemAlert } from '../../ui/states/problem-alert.tsx'

type Props = { passkey: Passkey; onClose: () => void; onRenamed: () => void }

export function RenamePasskeyForm({ passkey, onClose, onRenamed }: Props) {
  const form = useMarkedForm<{ name: string }>({
    initialValues: { name: passkey.name },
    validate: { name: value => (value.trim() === '' ? t`A name is required` : null) },
  })
  const rename = useAct({
    call: ({ name }: { name: string }) => api.passkeys.rename({ passkeyId: passkey.id, name }),
    onDone: onRenamed,
  })
  return (
    <form noValidate onSubmit={form.onSubmit(values => rename.mutate(values))}>
      <Stack>
        {rename.isError && (
          <ProblemAlert>
            {errorText(rename.error, t`The passkey couldn’t be renamed. Try again.`)}
          </ProblemAlert>
        )}
        <TextInput label={t`Name`} maxLength={60} data-autofocus {...form.getInputProps('name')} />
      </Stack>
      <FormButtons
        label={t`Rename`}
        workingLabel={t`Renaming…`}
        working={rename.isPending}
        onCancel={onClose}
      />
    </form>
  )
}
