import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { EmergencyDetail } from '@muster/contract/emergencies.ts'
import { IconShieldCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { AllClearDialog } from './all-clear-dialog.tsx'

type Props = { emergency: EmergencyDetail }

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
