import { t } from '@lingui/core/macro'
import { Button } from '@mantine/core'
import { limits } from '@muster/domain/limits.ts'
import { isPin } from '@muster/domain/pin.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { getRetryTime, hasCode } from '../../lib/error-text.ts'
import { entryNews } from '../../lib/session/entry-news.ts'
import { changeOwnZone, ownZonesKeys } from '../../lib/session/own-zones.ts'
import { useFeed } from '../../live/use-feed.ts'
import { ActForm } from '../../ui/forms/act-form.tsx'
import { PinInput } from '../../ui/forms/pin-input.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { notify } from '../../ui/toast/notify.ts'
import { pinFailureText } from './pin-failure.ts'

const pinSuccessToastMs = 3_000

type Props = {
  zone: { id: string; name: string }
  /** A PIN that was chosen a moment ago; it is submitted automatically. */
  fresh: string | undefined
  onClose: () => void
  onEntered: (entryExpiresAt: string | null) => void
  onForgotten: () => void
}

/** The form for the four digits of the PIN; the last digit submits it. */
export function PinForm({ zone, fresh, onClose, onEntered, onForgotten }: Props) {
  const zoneName = zone.name
  const client = useQueryClient()
  const feed = useFeed()
  const firstBoxId = useId()
  const [pin, setPin] = useState('')
  const [problem, setProblem] = useState<string>()
  const enter = useAct({
    call: (enteredPin: string) => api.zones.enter({ zoneId: zone.id, pin: enteredPin }),
    onDone: ({ entryExpiresAt }) => {
      notify.success(t`Access Granted`, t`You can work in ${zoneName} now.`, {
        durationMs: pinSuccessToastMs,
      })
      // Until now the feed rejected the subscription to the zone's topic.
      feed?.watchAgain()
      entryNews.publish()
      onEntered(entryExpiresAt)
      onClose()
      changeOwnZone(client, zone.id, it => ({ ...it, entryExpiresAt }))
    },
    invalidatesUnlessLive: ownZonesKeys(),
    onError: error => {
      setProblem(pinFailureText(error))
      // Clear only a wrong PIN. Other failures happen before the PIN is compared.
      if (hasCode(error, 'INVALID_PIN', 'PIN_LOCKED')) setPin('')
      if (!hasCode(error, 'PIN_LOCKED')) return
      client.setQueryData(orpc.zones.myPin.queryKey(), {
        state: 'locked',
        lockedUntil: getRetryTime(error)?.toISOString() ?? null,
        resetAskedAt: null,
      })
    },
  })
  const { isError, isPending } = enter
  useEffect(() => {
    if (isError && !isPending) document.getElementById(firstBoxId)?.focus()
  }, [isError, isPending, firstBoxId])

  const submitPin = (typedPin: string) => {
    if (isPending) return
    if (!isPin(typedPin)) return setProblem(t`Please enter a 4-digit PIN`)
    setProblem(undefined)
    enter.mutate(typedPin)
  }
  const enterFreshPin = useEffectEvent((pin: string) => {
    setPin(pin)
    submitPin(pin)
  })
  useEffect(() => {
    if (fresh) enterFreshPin(fresh)
  }, [fresh])

  return (
    <ActForm
      form={{ act: { isPending, error: null }, submit: () => submitPin(pin), onClose }}
      label={t`Access Zone`}
      workingLabel={t`Verifying…`}
      disabled={pin.length < limits.pinLength}
      buttons={
        <Button variant="subtle" onClick={onForgotten} disabled={isPending}>
          {t`Forgot your PIN?`}
        </Button>
      }
    >
      <PinInput
        id={firstBoxId}
        label={t`Zone entry PIN`}
        help={t`The four digits you chose when you signed up.`}
        value={pin}
        onChange={value => {
          setPin(value)
          if (value !== '') setProblem(undefined)
        }}
        onComplete={submitPin}
        onBlur={() => {
          if (pin.length > 0 && pin.length < limits.pinLength) setProblem(t`Please enter a 4-digit PIN`)
        }}
        error={problem}
        disabled={isPending}
        autoFocus
      />
    </ActForm>
  )
}
