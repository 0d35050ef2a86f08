import { Trans } from '@lingui/react/macro'
import type { EmergencyDetail } from '@muster/contract/emergencies.ts'
import { IconFileTypePdf, IconLink, IconPrinter } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Menu } from '../../../ui/layout/menu.tsx'
import { usePdf } from './use-pdf.ts'
import { usePrintedRoll } from './use-printed-roll.tsx'

const LinksDialog = lazy(async () => ({
  default: (await import('../responders/links-dialog.tsx')).LinksDialog,
}))

/**
 * Returns the menu items with which a manager prints the list for responders, downloads it and makes links to it, and the dialogs that
 * they open, to be rendered beside the menu.
 */
export function useResponderItems(emergency: EmergencyDetail): {
  items: ReactNode
  opened: ReactNode
  isBusy: boolean
} {
  const [wasOpened, setWasOpened] = useState(false)
  const [isOpen, setIsOpen] = useState(false)
  const { print, isPreparing, sheets } = usePrintedRoll(emergency)
  const pdf = usePdf(emergency.id)
  const items = (
    <>
      <Menu.Item leftSection={<IconPrinter size="1.125rem" aria-hidden />} onClick={print}>
        <Trans>Print</Trans>
      </Menu.Item>
      <Menu.Item leftSection={<IconFileTypePdf size="1.125rem" aria-hidden />} onClick={() => pdf.mutate()}>
        <Trans>Download as PDF</Trans>
      </Menu.Item>
      {emergency.mayManage && (
        <Menu.Item
          leftSection={<IconLink size="1.125rem" aria-hidden />}
          onClick={() => {
            setWasOpened(true)
            setIsOpen(true)
          }}
        >
          <Trans>Links for responders</Trans>
        </Menu.Item>
      )}
    </>
  )
  const opened = (
    <>
      {sheets}
      {wasOpened && (
        <Suspense fallback={null}>
          <LinksDialog emergency={emergency} opened={isOpen} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
  return { items, opened, isBusy: isPreparing || pdf.isPending }
}
