import { t } from '@lingui/core/macro'
import { Button } from '@mantine/core'
import type { ListedZone } from '@muster/contract/zones.ts'
import { useOpensDetails } from '../../ui/dialogs/detail-rows.ts'

type Props = { zone: Pick<ListedZone, 'name'>; isOpen: boolean; onOpen: () => void }

export function ViewZoneButton({ zone: { name }, isOpen, onOpen }: Props) {
  const rowProps = useOpensDetails(isOpen)
  return (
    <Button variant="default" onClick={onOpen} aria-label={t`View ${name}`} {...rowProps}>
      {t`View`}
    </Button>
  )
}
