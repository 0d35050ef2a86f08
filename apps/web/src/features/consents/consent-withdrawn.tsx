import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Box, Button } from '@mantine/core'
import { IconMapPinOff } from '@tabler/icons-react'
import { useId } from 'react'
import { useMe } from '../../lib/session/use-session.ts'
import { sharingWithdrawnText } from '../../ui/badges/presence-badge.tsx'
import { useDialog } from '../../ui/dialogs/use-dialogs.ts'
import { Panel } from '../../ui/layout/panel.tsx'
import { notify } from '../../ui/toast/notify.ts'
import { ConsentDialog } from './after-consent.tsx'

/** People who have withdrawn consent are not located. Renders nothing for others. */
export function ConsentWithdrawn() {
  const { consent } = useMe()
  const headingId = useId()
  const asking = useDialog()
  return (
    <>
      {consent === 'withdrawn' && (
        <Panel
          component="section"
          direction="row"
          wrap="wrap"
          rowGap="xs"
          columnGap="sm"
          aria-labelledby={headingId}
        >
          <IconMapPinOff size="1.25rem" aria-hidden color="var(--m-quiet)" />
          <Box flex="1 1 220px" maw="80ch" lh={1.4}>
            <h2 id={headingId}>{t`Your position isn’t recorded`}</h2>
            <p>
              <Trans>
                You withdrew your consent, so position checks and location apps aren’t accepted. Managers see
                “{sharingWithdrawnText}”.
              </Trans>
            </p>
          </Box>
          <Button variant="default" onClick={asking.open} style={{ alignSelf: 'center' }}>
            {t`Give consent again`}
          </Button>
        </Panel>
      )}
      {/* The dialog stays mounted when the card disappears, to confirm that the consent was given. */}
      <ConsentDialog
        {...asking.props}
        onAgreed={() =>
          notify.success(t`You agreed to location tracking`, t`You can change this in Settings at any time.`)
        }
      />
    </>
  )
}
