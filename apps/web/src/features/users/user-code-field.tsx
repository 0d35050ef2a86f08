import { t } from '@lingui/core/macro'
import { TextInput } from '@mantine/core'
import { groupUserCode } from '@muster/domain/user-code.ts'
import type { ChangeEvent, FocusEvent, ReactNode, Ref } from 'react'

type Props = {
  ref?: Ref<HTMLInputElement>
  help: string
  value?: string
  error?: ReactNode
  onChange?: (value: string) => void
  onBlur?: (event: FocusEvent<HTMLInputElement>) => void
}

/** A field for a user code, with or without its prefix. While typing, the code is split into groups of four characters. */
export function UserCodeField({ help, onChange, onBlur, ...rest }: Props) {
  const handleChange = ({ currentTarget: { value, selectionEnd } }: ChangeEvent<HTMLInputElement>) =>
    // Grouping would move a caret in the middle of the text, so it is postponed until the field loses the focus.
    onChange?.(
      selectionEnd === null || selectionEnd === value.length ? groupUserCode(value) : value.toUpperCase(),
    )
  return (
    <TextInput
      label={t`User code`}
      description={help}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      placeholder="XXXX-XXXX-XXXX"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={40}
      data-autofocus
      required
      onChange={handleChange}
      onBlur={event => {
        onChange?.(groupUserCode(event.currentTarget.value))
        onBlur?.(event)
      }}
      {...rest}
    />
  )
}
