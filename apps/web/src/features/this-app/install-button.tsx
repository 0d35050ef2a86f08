import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Flex } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { installOffer } from '../../installed/install-offer.ts'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { useDialog } from '../../ui/dialogs/use-dialogs.ts'

/** `onlyWhenSuitable`: only at a suitable moment to offer installation. */
export const useInstallMethod = (onlyWhenSuitable: boolean) =>
  useSyncExternalStore(installOffer.subscribe, onlyWhenSuitable ? installOffer.wayNow : installOffer.way)

/** Installs the app through the browser's prompt, or shows the steps on iOS, which has no such prompt. */
export function InstallButton({ way, variant }: { way: 'ask' | 'by hand'; variant: 'default' | 'filled' }) {
  const dialog = useDialog()
  return (
    <>
      <Button
        variant={variant}
        size="compact-md"
        mih={44}
        onClick={() => (way === 'ask' ? void installOffer.ask() : dialog.open())}
      >
        {t`Install`}
      </Button>
      <ResponsiveDialog {...dialog.props} title={t`Add Muster to your home screen`}>
        <IosSteps />
      </ResponsiveDialog>
    </>
  )
}

function IosSteps() {
  return (
    <Flex component="ol" direction="column" gap="sm" m={0} ps="1.25rem">
      <li>
        <Trans>
          Open this page in Safari and tap <strong>Share</strong>, the square with the arrow.
        </Trans>
      </li>
      <li>
        <Trans>
          Scroll down and choose <strong>Add to Home Screen</strong>.
        </Trans>
      </li>
      <li>
        <Trans>
          Tap <strong>Add</strong>, then always open Muster from its icon. Notifications only arrive there.
        </Trans>
      </li>
    </Flex>
  )
}
