import { t } from '@lingui/core/macro'
import { Text } from '@mantine/core'
import { useState } from 'react'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { ActForm } from '../../ui/forms/act-form.tsx'
import { SeenByInput } from './seen-by-input.tsx'

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
      <ActForm
        form={{ act: { isPending: working, error: null }, submit: () => onConfirm(seenBy.trim()), onClose }}
        label={t`Sign out`}
        workingLabel={t`Signing out…`}
        disabled={seenBy.trim() === ''}
      >
        <Text>
          {t`An emergency is open. Whoever is signed out counts as not on site, and nobody looks for them. The record keeps who saw them leave.`}
        </Text>
        <SeenByInput value={seenBy} onChange={setSeenBy} />
      </ActForm>
    </ResponsiveDialog>
  )
}
