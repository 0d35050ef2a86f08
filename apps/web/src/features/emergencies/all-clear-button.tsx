import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { EmergencyDetail } from '@muster/contract/emergencies.ts'
import { IconShieldCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'

type Props = { emergency: EmergencyDetail }

/** Gives the all clear after a confirmation that says who is not accounted for. */
export function AllClearButton({ emergency }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        leftSection={<IconShieldCheck size="1.25rem" aria-hidden />}
        variant="default"
        onClick={() => setIsOpen(true)}
      >
        <Trans>All clear</Trans>
      </Button>
      <AllClearDialog emergency={emergency} opened={isOpen} onClose={() => setIsOpen(false)} />
    </>
  )
}

/** The confirmation of the all clear, for a menu that opens it. */
export function AllClearDialog({
  emergency,
  opened,
  onClose,
}: Props & { opened: boolean; onClose: () => void }) {
  const { states } = emergency
  const open = [
    ...(states.help > 0
      ? [t`${plural(states.help, { one: '# person needs help', other: '# people need help' })}`]
      : []),
    ...(states.missing > 0
      ? [t`${plural(states.missing, { one: '# person is missing', other: '# people are missing' })}`]
      : []),
  ]
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t`Give the all clear?`}
      removes={open}
      confirmLabel={t`Give the all clear`}
      workingLabel={t`Sending…`}
      destructive={open.length > 0}
      onConfirm={() => api.emergencies.allClear({ emergencyId: emergency.id })}
      failure={t`The all clear couldn’t be given. Try again.`}
      invalidates={[orpc.emergencies.key()]}
    >
      {open.length > 0
        ? t`Everybody who was called will be told that it’s over. Not everybody is accounted for:`
        : t`Everybody who was called will be told that it’s over.`}
    </ConfirmDialog>
  )
}
