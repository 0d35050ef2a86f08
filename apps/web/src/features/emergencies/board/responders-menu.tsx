import { t } from '@lingui/core/macro'
import { useHotkeys } from '@mantine/hooks'
import type { EmergencyDetail } from '@muster/contract/emergencies.ts'
import { IconFileTypePdf, IconLink, IconPrinter } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Menu } from '../../../ui/layout/menu.tsx'
import { useRollPdf } from '../../reports/public.ts'
import { useStoredRoll } from './use-stored-roll.tsx'

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
  const stored = useStoredRoll(emergency)
  const pdf = useRollPdf({ kind: 'missing', emergencyId: emergency.id }, stored.print)
  // The browser's own keys print it too, because the page has only the rows that were scrolled to.
  useHotkeys([['mod+P', pdf.print]], [])
  const items = (
    <>
      <Menu.Item icon={IconPrinter} onClick={pdf.print}>
        {t`Print`}
      </Menu.Item>
      <Menu.Item icon={IconFileTypePdf} onClick={pdf.download}>
        {t`Download as PDF`}
      </Menu.Item>
      {emergency.mayManage && (
        <Menu.Item
          icon={IconLink}
          onClick={() => {
            setWasOpened(true)
            setIsOpen(true)
          }}
        >
          {t`Links for responders`}
        </Menu.Item>
      )}
    </>
  )
  const opened = (
    <>
      {stored.sheets}
      {pdf.dialog}
      {wasOpened && (
        <Suspense fallback={null}>
          <LinksDialog emergency={emergency} opened={isOpen} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
  return { items, opened, isBusy: pdf.isPreparing }
}
