import { t } from '@lingui/core/macro'
import { Button } from '@mantine/core'
import { useDialog } from '../../ui/dialogs/use-dialogs.ts'
import { EnterZoneDialog } from './enter-zone-dialog.tsx'

type Props = {
  zone: { id: string; name: string }
  onEntered: (entryExpiresAt: string | null) => void
  className?: string | undefined
}

export function EnterZoneButton({ zone, onEntered, className }: Props) {
  const entering = useDialog()
  return (
    <>
      <Button className={className} variant="default" onClick={entering.open}>
        {t`Enter Zone`}
      </Button>
      <EnterZoneDialog zone={zone} {...entering.props} onEntered={onEntered} />
    </>
  )
}
