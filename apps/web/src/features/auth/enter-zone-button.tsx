import { t } from '@lingui/core/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { EnterZoneDialog } from './enter-zone-dialog.tsx'

type Props = {
  zone: { id: string; name: string }
  onEntered: (entryExpiresAt: string | null) => void
  className?: string | undefined
}

export function EnterZoneButton({ zone, onEntered, className }: Props) {
  const [isEntering, setIsEntering] = useState(false)
  return (
    <>
      <Button className={className} variant="default" onClick={() => setIsEntering(true)}>
        {t`Enter Zone`}
      </Button>
      <EnterZoneDialog
        zone={zone}
        opened={isEntering}
        onClose={() => setIsEntering(false)}
        onEntered={onEntered}
      />
    </>
  )
}
