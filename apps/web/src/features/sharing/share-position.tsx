import { t } from '@lingui/core/macro'
import { IconLocationShare } from '@tabler/icons-react'
import { Button } from '../../ui/button.tsx'
import { useDialog } from '../../ui/dialogs/use-dialogs.ts'
import { ShareDialog } from './share-dialog.tsx'
import { useMySharing } from './use-my-sharing.ts'

/** The button that starts "Share my position while I’m here" for a zone. The bar above the page shows active sharing. */
export function SharePosition({ zone }: { zone: { id: string; name: string } }) {
  const sharing = useMySharing()
  const dialog = useDialog()
  if (sharing?.zoneId === zone.id && sharing.isHere) return null
  return (
    <>
      <Button variant="default" icon={IconLocationShare} onClick={dialog.open}>
        {t`Share my position while I’m here`}
      </Button>
      <ShareDialog zone={zone} {...dialog.props} />
    </>
  )
}
