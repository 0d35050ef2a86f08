import { limits } from '@muster/domain/limits.ts'
import { isPin } from '@muster/domain/pin.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { hasCode } from '../../lib/error-text.ts'
import { entryNews } from '../../lib/session/entry-news.ts'
import { useFeed } from '../../live/use-feed.ts'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { FormButtons } from '../../ui/forms/form-buttons.tsx'
import { PinInput } from '../../ui/forms/pin-input.tsx'
import { notify } from '../../ui/toast/notify.ts'
import { pinFailure } from './pin-failure.ts'

type Props = {
  zone: { id: string; name: string }
  opened: boolean
  onClose: () => void
  /** The PIN was right; `entryExpiresAt` is until when, null where the role needs none. */
  onEntered: (entryExpiresAt: string | null) => void
}

/** Asks for the zone entry PIN and opens the zone for this session. */
export function EnterZoneDialog({ zone, opened, onClose, onEntered }: Props) {
  return (
    <ResponsiveDialog opened={opened} onClose={onClose} title={`Enter ${zone.name}`} width={400}>
      <PinForm zone={zone} onClose={onClose} onEntered={onEntered} />
    </ResponsiveDialog>
  )
}

function PinForm({ zone, onClose, onEntered }: Omit<Props, 'opened'>) {
  const client = useQueryClient()
  const feed = useFeed()
  const firstBox = useId()
  const [pin, setPin] = useState('')
  const [problem, setProblem] = useState<string>()
  const enter = useMutation({
    mutationFn: (entered: string) => api.zones.enter({ zoneId: zone.id, pin: entered }),
    onSuccess: ({ entryExpiresAt }) => {
      notify.success('Access Granted', `You can work in ${zone.name} now.`, {
        durationMs: limits.pinSuccessToastMs,
      })
      // The feed refused the zone's topic until now.
      feed?.watchAgain()
      entryNews.tell()
      onEntered(entryExpiresAt)
      onClose()
      void client.invalidateQueries({ queryKey: orpc.zones.mine.key() })
    },
    onError: error => {
      setProblem(pinFailure(error))
      // A PIN that was never compared is not wrong: only a wrong one is cleared.
      if (hasCode(error, 'INVALID_PIN', 'PIN_LOCKED')) setPin('')
    },
  })
  const { isError, isPending } = enter
  useEffect(() => {
    if (isError && !isPending) document.getElementById(firstBox)?.focus()
  }, [isError, isPending, firstBox])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    if (!isPin(pin)) return setProblem('Please enter a 4-digit PIN')
    setProblem(undefined)
    enter.mutate(pin)
  }
  return (
    <form onSubmit={submit} noValidate>
      <PinInput
        id={firstBox}
        label="Zone entry PIN"
        help="The four digits you chose when you signed up."
        value={pin}
        onChange={value => {
          setPin(value)
          if (value !== '') setProblem(undefined)
        }}
        onBlur={() => {
          if (pin.length > 0 && pin.length < limits.pinLength) setProblem('Please enter a 4-digit PIN')
        }}
        error={problem}
        disabled={isPending}
        autoFocus
      />
      <FormButtons
        label="Access Zone"
        workingLabel="Verifying…"
        working={isPending}
        disabled={pin.length < limits.pinLength}
        onCancel={onClose}
      />
    </form>
  )
}
