import { t } from '@lingui/core/macro'
import { CloseButton, TextInput } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { useState } from 'react'
import { ActionIcon } from '../../ui/action-icon.tsx'
import { type FoundPerson, useFindPerson } from './use-find-person.ts'

type Props = {
  user: string | undefined
  name: string | undefined
  onFind: (person: FoundPerson) => void
  onClear: () => void
}

/** Filters by an actor or a person affected, who is looked up by email and then shown by name. */
export function PersonFilter({ user, name, onFind, onClear }: Props) {
  const [email, setEmail] = useState('')
  const { find, problem } = useFindPerson()
  if (user !== undefined) {
    return (
      <TextInput
        label={t`Person`}
        readOnly
        value={name ?? t`Selected person`}
        rightSection={<CloseButton size="sm" aria-label={t`All people`} onClick={onClear} />}
      />
    )
  }
  const search = () => {
    if (email.trim() === '' || find.isPending) return
    find.mutate(email, {
      onSuccess: person => {
        setEmail('')
        onFind(person)
      },
    })
  }
  return (
    <TextInput
      label={t`Person`}
      placeholder={t`Their email`}
      type="email"
      autoComplete="off"
      spellCheck={false}
      maxLength={254}
      value={email}
      error={problem}
      onChange={event => {
        setEmail(event.currentTarget.value)
        find.reset()
      }}
      onKeyDown={event => {
        if (event.key === 'Enter') search()
      }}
      rightSection={
        email.trim() === '' ? undefined : (
          <ActionIcon
            icon={IconArrowRight}
            iconSize="1.125rem"
            points
            size={28}
            aria-label={t`Find this person`}
            loading={find.isPending}
            onClick={search}
          />
        )
      }
    />
  )
}
