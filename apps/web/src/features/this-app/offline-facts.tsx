import { Button, Flex, Stack } from '@mantine/core'
import { useEffect, useState } from 'react'
import { formatBytes } from '../../lib/format-bytes.ts'
import { serverOrigin } from '../../lib/server-address.ts'
import { keptFiles } from '../../offline/kept-files.ts'
import { useKeptFiles } from '../../offline/use-kept-files.ts'
import { useAct } from '../../ui/forms/use-act.ts'
import { QrCode } from '../../ui/sharing/qr-code.tsx'
import { InstallButton, useInstallWay } from './install-button.tsx'

/** The files stored on this device for offline use, and the installation of the app. */
export function OfflineFacts() {
  const files = useKeptFiles()
  const way = useInstallWay(false)
  const safe = useIsSafe()
  const clear = useAct({
    call: () => keptFiles.removeAll(),
    done: 'Removed from this device',
    failed: 'They could not be removed',
  })
  return (
    <>
      <Stack gap={4}>
        <span>
          {files.size === 0
            ? 'No documents are kept on this device. Choose “Keep offline” in the menu of a file.'
            : `${files.size === 1 ? '1 document' : `${files.size} documents`} on this device, ${formatBytes(keptFiles.bytes())}.`}
        </span>
        {safe === false && (
          <span>
            This browser may clear what is kept when the device is short of space. An installed app is safe
            from that.
          </span>
        )}
      </Stack>
      <ServerCode />
      <Flex component="span" gap="xs">
        {files.size > 0 && (
          <Button variant="default" onClick={() => clear.mutate()} disabled={clear.isPending}>
            Remove all from this device
          </Button>
        )}
        {way && <InstallButton way={way} variant="default" />}
      </Flex>
    </>
  )
}

/** The QR code that connects the Android or iOS app to this server. */
function ServerCode() {
  const [shown, setShown] = useState(false)
  const address = serverOrigin()
  return (
    <>
      <Button variant="default" aria-expanded={shown} onClick={() => setShown(now => !now)}>
        {shown ? 'Hide the code of this server' : 'Connect the phone app'}
      </Button>
      {shown && (
        <Stack gap={4}>
          <span>Scan this code on the first screen of the phone app, or type {address}.</span>
          <QrCode text={address} label={`QR code of the server ${address}`} />
        </Stack>
      )}
    </>
  )
}

/** True if the browser promised not to clear stored data; undefined until known. */
function useIsSafe(): boolean | undefined {
  const [safe, setSafe] = useState<boolean>()
  useEffect(() => {
    navigator.storage?.persisted?.().then(setSafe, () => undefined)
  }, [])
  return safe
}
