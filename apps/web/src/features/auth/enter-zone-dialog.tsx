import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { orpc } from '../../lib/api.ts'
import { inDialog } from '../../ui/dialogs/in-dialog.tsx'
import { useAfterInstant } from '../../ui/time/use-after-instant.ts'
import { notify } from '../../ui/toast/notify.ts'
import { ChangePinForm } from './change-pin-form.tsx'
import { PinForm } from './pin-form.tsx'
import { PinLocked } from './pin-locked.tsx'

type Props = {
  zone: { id: string; name: string }
  onClose: () => void
  /** Called after a correct PIN. `entryExpiresAt` is when the entry ends; null if the role needs no entry. */
  onEntered: (entryExpiresAt: string | null) => void
}

export const EnterZoneDialog = inDialog(EnterZone, {
  title: ({ zone: { name: zoneName } }) => t`Enter ${zoneName}`,
  width: 440,
})

/** The PIN form; replaced by the lock, or by a form for a new PIN if it was forgotten or not set yet. */
function EnterZone({ zone, onClose, onEntered }: Props) {
  // An unknown state is not treated as locked; if the PIN is locked, the server rejects the attempt.
  const { data: pinStatus } = useQuery({ ...orpc.zones.myPin.queryOptions(), staleTime: 0 })
  const zoneName = zone.name
  const [isForgotten, setIsForgotten] = useState(false)
  const [freshPin, setFreshPin] = useState<string>()
  // Once the lock has expired, the form is shown again without a refetch.
  const isLockOver = useAfterInstant(pinStatus?.lockedUntil)
  if (pinStatus?.state === 'locked' && !isLockOver)
    return <PinLocked zoneId={zone.id} lock={pinStatus} onCancel={onClose} />
  if (isForgotten || (pinStatus?.state === 'not_set' && !freshPin)) {
    return (
      <>
        <p>
          {pinStatus?.state === 'not_set'
            ? t`You don’t have a PIN yet. Choose one to enter your zones.`
            : t`Choose a new PIN. Confirm it with your password.`}
        </p>
        <ChangePinForm
          onCancel={() => (isForgotten ? setIsForgotten(false) : onClose())}
          onChanged={newPin => {
            notify.success(t`PIN changed`, t`Use it to enter ${zoneName}.`)
            setFreshPin(newPin)
            setIsForgotten(false)
          }}
        />
      </>
    )
  }
  return (
    <PinForm
      zone={zone}
      fresh={freshPin}
      onClose={onClose}
      onEntered={onEntered}
      onForgotten={() => setIsForgotten(true)}
    />
  )
}
