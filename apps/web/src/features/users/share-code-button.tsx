import { Button } from '@mantine/core'
import { IconShare2 } from '@tabler/icons-react'
import { paths } from '../../lib/paths.ts'
import { CopyButton } from '../../ui/sharing/copy-button.tsx'
import { notify } from '../../ui/toast/notify.ts'

/** Shares the code through the device's share sheet; where there is none, copying is the main button. */
export function ShareCodeButton({ userCode }: { userCode: string }) {
  const text = `My Muster user code: ${userCode}`
  // Opens the recipient's app, where they can add this person.
  const url = `${location.origin}${location.pathname}#${paths.appUsers}?add=${userCode}`
  const canShare = typeof navigator.share === 'function'
  const share = async () => {
    try {
      await navigator.share({ title: 'My Muster user code', text, url })
    } catch (error) {
      // The share sheet was closed without sharing, so there is nothing to report.
      if (error instanceof DOMException && error.name === 'AbortError') return
      notify.error('Sharing did not work', 'Copy the code, or show the picture.')
    }
  }
  return (
    <>
      {canShare && (
        <Button leftSection={<IconShare2 size="1.125rem" aria-hidden />} onClick={() => void share()}>
          Share code
        </Button>
      )}
      <CopyButton
        text={userCode}
        label="Copy code"
        main={!canShare}
        onDone={copied => {
          if (copied) notify.success('Code Copied', 'Send it to a zone manager, who adds you with it.')
          else notify.error('Copy Failed', 'Select the code and copy it by hand.')
        }}
      />
      <CopyButton
        text={url}
        label="Copy link"
        onDone={copied => {
          if (copied) notify.success('Link Copied', 'A zone manager who opens it can add you.')
          else notify.error('Copy Failed', 'Copy the code instead.')
        }}
      />
    </>
  )
}
