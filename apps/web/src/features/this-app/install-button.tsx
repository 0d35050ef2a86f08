import { Button, Flex } from '@mantine/core'
import { useState, useSyncExternalStore } from 'react'
import { installOffer } from '../../installed/install-offer.ts'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'

/** The way to install the app here, if there is one; `now`: only at a suitable moment to offer it. */
export const useInstallWay = (now: boolean) =>
  useSyncExternalStore(installOffer.subscribe, now ? installOffer.wayNow : installOffer.way)

/** Installs the app through the browser's prompt, or shows the steps on iOS, which has none. */
export function InstallButton({ way, variant }: { way: 'ask' | 'by hand'; variant: 'default' | 'filled' }) {
  const [shown, setShown] = useState(false)
  return (
    <>
      <Button
        variant={variant}
        size="compact-md"
        mih={44}
        onClick={() => (way === 'ask' ? void installOffer.ask() : setShown(true))}
      >
        Install
      </Button>
      <ResponsiveDialog opened={shown} onClose={() => setShown(false)} title="Put Muster on your home screen">
        <IosSteps />
      </ResponsiveDialog>
    </>
  )
}

function IosSteps() {
  return (
    <Flex component="ol" direction="column" gap="sm" m={0} pl="1.25rem">
      <li>
        Open this page in Safari and press <strong>Share</strong>, the square with the arrow.
      </li>
      <li>
        Scroll down and choose <strong>Add to Home Screen</strong>.
      </li>
      <li>
        Press <strong>Add</strong>, and open Muster from its icon from then on. Notifications come only there.
      </li>
    </Flex>
  )
}
