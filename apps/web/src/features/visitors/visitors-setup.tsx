import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { maxCsvRows } from '@muster/contract/csv-file.ts'
import { IconDeviceTablet, IconDots, IconDownload, IconQrcode, IconSettings } from '@tabler/icons-react'
import { api } from '../../lib/api.ts'
import { formatCount } from '../../lib/format-count.ts'
import { isoDay } from '../../lib/iso-day.ts'
import { Button } from '../../ui/button.tsx'
import { useDialogs } from '../../ui/dialogs/use-dialogs.ts'
import { useAct } from '../../ui/forms/use-act.ts'
import { countRows, saveCsv } from '../../ui/forms/use-csv-download.ts'
import { Menu } from '../../ui/layout/menu.tsx'
import { notify } from '../../ui/toast/notify.ts'
import { KiosksDialog } from './kiosks-dialog.tsx'
import { NoticeDialog } from './notice-dialog.tsx'
import { PosterDialog } from './poster-dialog.tsx'

type Props = { zone: { id: string; name: string }; mayReceive: boolean; mayExport: boolean }
/** Days of visits in a file. */
const exportDays = 90
const dayMs = 24 * 60 * 60 * 1_000

export function VisitorsSetup({ zone, mayReceive, mayExport }: Props) {
  const dialogs = useDialogs<'kiosks' | 'poster' | 'notice'>()
  const download = useAct({
    call: () =>
      api.visitors.exportCsv({
        zoneId: zone.id,
        from: isoDay(new Date(Date.now() - exportDays * dayMs)),
        to: isoDay(new Date()),
      }),
    onDone: file => {
      saveCsv(file)
      const count = formatCount(maxCsvRows)
      if (countRows(file) > maxCsvRows)
        notify.info(t`The file isn’t complete`, t`It contains only the first ${count} visits.`)
    },
    failed: t`The visits couldn’t be exported. Try again.`,
  })
  if (!mayReceive && !mayExport) return null
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" icon={IconDots}>
            {t`More`}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {mayReceive && (
            <>
              <Menu.Item icon={IconDeviceTablet} onClick={() => dialogs.open('kiosks')}>
                {t`Kiosks`}
              </Menu.Item>
              <Menu.Item icon={IconQrcode} onClick={() => dialogs.open('poster')}>
                {t`Poster`}
              </Menu.Item>
              <Menu.Item icon={IconSettings} onClick={() => dialogs.open('notice')}>
                {t`Notice and retention`}
              </Menu.Item>
            </>
          )}
          {mayExport && (
            <Menu.Item icon={IconDownload} onClick={() => download.mutate()}>
              <Trans>Export visits of the last {exportDays} days</Trans>
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <KiosksDialog zone={zone} {...dialogs.props('kiosks')} />
      <PosterDialog zone={zone} {...dialogs.props('poster')} />
      <NoticeDialog zone={zone} {...dialogs.props('notice')} />
    </>
  )
}
