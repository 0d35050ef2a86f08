import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { EmergencyDetail } from '@muster/contract/emergencies.ts'
import { IconFileTypePdf, IconLink, IconPrinter } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { ResponsiveDialog } from '../../../ui/dialogs/responsive-dialog.tsx'
import { Menu } from '../../../ui/layout/menu.tsx'
import { usePdf } from './use-pdf.ts'
import { usePrintedRoll } from './use-printed-roll.tsx'

const LinksDialog = lazy(async () => ({
  default: (await import('../responders/links-dialog.tsx')).LinksDialog,
}))
const RollFile = lazy(async () => ({
  default: (await import('../../reports/public.ts')).RollFile,
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
  const [isFileOpen, setIsFileOpen] = useState(false)
  const pdf = usePdf(emergency.id, () => setIsFileOpen(true))
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
      <ResponsiveDialog opened={isFileOpen} onClose={() => setIsFileOpen(false)} title={t`Download as PDF`}>
        <Suspense fallback={null}>
          <RollFile
            roll={{ kind: 'missing', emergencyId: emergency.id }}
            onClose={() => setIsFileOpen(false)}
          />
        </Suspense>
      </ResponsiveDialog>
      {wasOpened && (
        <Suspense fallback={null}>
          <LinksDialog emergency={emergency} opened={isOpen} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
  return { items, opened, isBusy: isPreparing || pdf.isPending }
}
