import { t } from '@lingui/core/macro'
import { Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { FormButtons } from '../../ui/forms/form-buttons.tsx'

type Props = {
  title: string
  opened: boolean
  working: boolean
  onClose: () => void
  onConfirm: (seenBy: string) => void
}

/** Asks who saw visitors leave, because in an open emergency nobody is accounted for by a click. */
export function SeenByDialog({ title, opened, working, onClose, onConfirm }: Props) {
  const [seenBy, setSeenBy] = useState('')
  return (
    <ResponsiveDialog opened={opened} onClose={onClose} title={title}>
      <form
        noValidate
        onSubmit={event => {
          event.preventDefault()
          if (seenBy.trim() !== '') onConfirm(seenBy.trim())
        }}
      >
        <Stack>
          <Text>
            {t`An emergency is open. Whoever is signed out counts as not on site, and nobody looks for them. The record keeps who saw them leave.`}
          </Text>
          <TextInput
            label={t`Who saw them leave?`}
            required
            maxLength={80}
            data-autofocus
            value={seenBy}
            onChange={event => setSeenBy(event.currentTarget.value)}
          />
        </Stack>
        <FormButtons
          label={t`Sign out`}
          workingLabel={t`Signing out…`}
          working={working}
          disabled={seenBy.trim() === ''}
          onCancel={onClose}
        />
      </form>
    </ResponsiveDialog>
  )
}
