import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Flex, Stack } from '@mantine/core'
import { useEffect, useState } from 'react'
import { formatBytes } from '../../lib/format-bytes.ts'
import { serverOrigin } from '../../lib/server-address.ts'
import { cachedFiles } from '../../offline/cached-files.ts'
import { useCachedFiles } from '../../offline/use-cached-files.ts'
import { useAct } from '../../ui/forms/use-act.ts'
import { QrCode } from '../../ui/sharing/qr-code.tsx'
import { InstallButton, useInstallMethod } from './install-button.tsx'

export function OfflineFacts() {
  const files = useCachedFiles()
  const installMethod = useInstallMethod(false)
  const isPersisted = useIsPersisted()
  const clear = useAct({
    call: () => cachedFiles.removeAll(),
    done: t`Removed from this device`,
    failed: t`The documents couldn’t be removed`,
  })
  const size = formatBytes(cachedFiles.bytes())
  return (
    <>
      <Stack gap={4}>
        <span>
          {files.size === 0
            ? t`No documents are stored on this device. Choose “Make available offline” in a file’s menu.`
            : t`${plural({ count: files.size }, { one: '# document', other: '# documents' })} on this device, ${size}.`}
        </span>
        {isPersisted === false && (
          <span>
            <Trans>
              This browser may delete stored files when the device runs out of space. Install the app to keep
              them.
            </Trans>
          </span>
        )}
      </Stack>
      <ServerCode />
      <Flex component="span" gap="xs">
        {files.size > 0 && (
          <Button variant="default" onClick={() => clear.mutate()} disabled={clear.isPending}>
            {t`Remove all from this device`}
          </Button>
        )}
        {installMethod && <InstallButton way={installMethod} variant="default" />}
      </Flex>
    </>
  )
}

/** The QR code that connects the Android or iOS app to this server. */
function ServerCode() {
  const [isShown, setIsShown] = useState(false)
  const address = serverOrigin()
  return (
    <>
      <Button variant="default" aria-expanded={isShown} onClick={() => setIsShown(previous => !previous)}>
        {isShown ? t`Hide this server’s QR code` : t`Connect the phone app`}
      </Button>
      {isShown && (
        <Stack gap={4}>
          <span>
            <Trans>Scan this code on the first screen of the phone app, or type {address}.</Trans>
          </span>
          <QrCode text={address} label={t`QR code for server ${address}`} />
        </Stack>
      )}
    </>
  )
}

/** Returns whether the browser has promised not to clear stored data; undefined until known. */
function useIsPersisted(): boolean | undefined {
  const [isPersisted, setIsPersisted] = useState<boolean>()
  useEffect(() => {
    navigator.storage?.persisted?.().then(setIsPersisted, () => undefined)
  }, [])
  return isPersisted
}
