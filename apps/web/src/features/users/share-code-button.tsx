import { t } from '@lingui/core/macro'
import { IconShare2 } from '@tabler/icons-react'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/sharing/copy-button.tsx'
import { notify } from '../../ui/toast/notify.ts'

/** On devices without a share sheet, copying the code is the primary action. */
export function ShareCodeButton({ userCode }: { userCode: string }) {
  const text = t`My Muster user code: ${userCode}`
  // The link opens Muster for the recipient, who can then add this person.
  const url = `${location.origin}${location.pathname}#${paths.appUsers}?add=${userCode}`
  const canShare = typeof navigator.share === 'function'
  const share = async () => {
    try {
      await navigator.share({ title: t`My Muster user code`, text, url })
    } catch (error) {
      // The share sheet was closed without sharing, so there is nothing to report.
      if (error instanceof DOMException && error.name === 'AbortError') return
      notify.error(t`Sharing failed`, t`Copy the code, or show the QR code.`)
    }
  }
  return (
    <>
      {canShare && (
        <Button icon={IconShare2} onClick={() => void share()}>
          {t`Share code`}
        </Button>
      )}
      <CopyButton
        text={userCode}
        label={t`Copy code`}
        main={!canShare}
        onDone={copied => {
          if (copied) notify.success(t`Code Copied`, t`Send it to a zone manager so they can add you.`)
          else notify.error(t`Copy Failed`, t`Select the code and copy it manually.`)
        }}
      />
      <CopyButton
        text={url}
        label={t`Copy link`}
        onDone={copied => {
          if (copied) notify.success(t`Link copied`, t`A zone manager who opens it can add you.`)
          else notify.error(t`Copy Failed`, t`Copy the code instead.`)
        }}
      />
    </>
  )
}
