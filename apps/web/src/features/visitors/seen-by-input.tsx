import { t } from '@lingui/core/macro'
import { TextInput } from '@mantine/core'

type Props = { value: string; onChange: (seenBy: string) => void }

export function SeenByInput({ value, onChange }: Props) {
  return (
    <TextInput
      label={t`Who saw them leave?`}
      required
      maxLength={80}
      data-autofocus
      value={value}
      onChange={event => onChange(event.currentTarget.value)}
    />
  )
}
