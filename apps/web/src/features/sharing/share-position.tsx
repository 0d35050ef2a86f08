import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconLocationShare } from '@tabler/icons-react'
import { useState } from 'react'
import { ShareDialog } from './share-dialog.tsx'
import { useMySharing } from './use-my-sharing.ts'

/** The button that starts "Share my position while I’m here" for a zone. The bar above the page shows active sharing. */
export function SharePosition({ zone }: { zone: { id: string; name: string } }) {
  const sharing = useMySharing()
  const [opened, setOpened] = useState(false)
  if (sharing?.zoneId === zone.id && sharing.isHere) return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconLocationShare size="1.125rem" aria-hidden />}
        onClick={() => setOpened(true)}
      >
        <Trans>Share my position while I’m here</Trans>
      </Button>
      <ShareDialog zone={zone} opened={opened} onClose={() => setOpened(false)} />
    </>
  )
}
