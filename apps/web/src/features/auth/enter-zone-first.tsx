import { t } from '@lingui/core/macro'
import { Button } from '@mantine/core'
import type { Zone } from '@muster/contract/zones.ts'
import { IconLock } from '@tabler/icons-react'
import { useDialog } from '../../ui/dialogs/use-dialogs.ts'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { EnterZoneDialog } from './enter-zone-dialog.tsx'

type Props = {
  zone: Pick<Zone, 'id' | 'name'>
  /** Describes what becomes visible after the PIN. */
  text: string
  onEntered: (entryExpiresAt: string | null) => void
}

export function EnterZoneFirst({ zone, text, onEntered }: Props) {
  const entering = useDialog()
  return (
    <>
      <EmptyState icon={IconLock} title={t`Enter the zone first`} text={text}>
        <Button onClick={entering.open}>{t`Enter Zone`}</Button>
      </EmptyState>
      <EnterZoneDialog zone={zone} {...entering.props} onEntered={onEntered} />
    </>
  )
}
