import { t } from '@lingui/core/macro'
import { Stack } from '@mantine/core'
import { IconPrinter, IconQrcode } from '@tabler/icons-react'
import { useState } from 'react'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import { DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { QrCode } from '../../ui/sharing/qr-code.tsx'

export function ZonePoster({ zone }: { zone: { id: string; name: string } }) {
  const [opened, setOpened] = useState(false)
  const address = `${location.origin}${location.pathname}#${paths.hazards}?report=1&zone=${zone.id}`
  return (
    <>
      <Button variant="default" icon={IconQrcode} onClick={() => setOpened(true)}>
        {t`QR code`}
      </Button>
      <ResponsiveDialog
        opened={opened}
        onClose={() => setOpened(false)}
        title={t`QR code for ${{ zone: zone.name }}`}
      >
        <Stack align="center" gap="sm" ta="center" data-print-alone>
          <QrCode
            text={address}
            label={t`QR code that opens the report form for ${{ zone: zone.name }}`}
            big
          />
          <strong dir="auto">{zone.name}</strong>
          <p>{t`Something wrong here? Scan this code to report it.`}</p>
        </Stack>
        <DialogButtons>
          <Button variant="default" onClick={() => setOpened(false)}>
            {t`Close`}
          </Button>
          <Button icon={IconPrinter} onClick={() => window.print()}>
            {t`Print`}
          </Button>
        </DialogButtons>
      </ResponsiveDialog>
    </>
  )
}
