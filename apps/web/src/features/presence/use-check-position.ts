import { t } from '@lingui/core/macro'
import type { CheckAnswer } from '@muster/contract/presence.ts'
import type { Zone } from '@muster/contract/zones.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { v7 as uuidV7 } from 'uuid'
import { installOffer } from '../../installed/install-offer.ts'
import { api } from '../../lib/api.ts'
import { errorCode, hasCode, isRefusal } from '../../lib/error-text.ts'
import { failureText, locationErrorTitle } from '../../lib/geolocation/failure-text.ts'
import { locator } from '../../lib/geolocation/locator.ts'
import type { PositionReading } from '../../lib/geolocation/reading.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { sessionStore } from '../../lib/session-store.ts'
import { useWhileMounted } from '../../lib/use-while-mounted.ts'
import { outbox } from '../../offline/device-outbox.ts'
import type { StoreResult } from '../../offline/outbox.ts'
import { isRetryable } from '../../offline/outbox-kind.ts'
import { notifyFailure } from '../../ui/toast/notify-failure.ts'
import { createCheckEntry, forgetLateVerdicts, notifyVerdict, reloadAfterCheck } from './check.outbox.ts'
import type { PositionCheck } from './check.sender.ts'
import { refusalText } from './check-texts.ts'

export type CheckState =
  | { step: 'idle' }
  /** The device is determining its position. `accuracyMeters` improves over time; null before the first reading. */
  | { step: 'finding'; accuracyMeters: number | null; useNow?: () => void; cancel: () => void }
  | { step: 'checking'; check: PositionCheck }
  | { step: 'answered'; check: PositionCheck; answer: CheckAnswer }
  /** The zone requires the PIN first; the check is kept until the PIN is entered. */
  | { step: 'needs-entry'; check: PositionCheck }
  /** No response arrived. Unless the outbox was full, the check is sent from there automatically, or manually. */
  | { step: 'unsent'; check: PositionCheck; text: string; queued: StoreResult }
  /** Rejected by the device or the server. `next`: what the person can do. */
  | { step: 'refused'; title: string; text: string; next?: string }

export type CheckPosition = {
  state: CheckState
  busy: boolean
  start: () => Promise<void>
  /** Sends the pending check again, with the same id: after a lost connection, or once the PIN has been entered. */
  sendAgain: () => Promise<void>
  /** Drops the check that is waiting for the PIN, unless it is already being sent again. */
  drop: () => void
}

const getToken = () => sessionStore.get()?.token

/** Creates a check from a reading, without altitude and speed, which a check does not need. */
const createCheck = ({ lat, lng, accuracyMeters, capturedAt }: PositionReading): PositionCheck => ({
  id: uuidV7(),
  lat,
  lng,
  accuracyMeters,
  capturedAt,
})

/** `screen` sets timeouts and texts. A check is only sent in the session of who took it; unmounting cancels its reading, but not a check in the outbox. */
export function useCheckPosition(
  { id: zoneId, name: zoneName }: Pick<Zone, 'id' | 'name'>,
  screen: 'member' | 'zone',
): CheckPosition {
  const client = useQueryClient()
  const { userId } = useMe()
  const [state, setState] = useState<CheckState>({ step: 'idle' })
  const isRunning = useRef(false)
  const mountedSignal = useWhileMounted()

  // If the outbox sends the pending check, its verdict is shown here.
  const waitingCheckId = state.step === 'unsent' || state.step === 'needs-entry' ? state.check.id : undefined
  useEffect(() => {
    if (!waitingCheckId) return
    return outbox.onSent((entry, answer) => {
      if (entry.id !== waitingCheckId) return
      setState(current =>
        'check' in current
          ? { step: 'answered', check: current.check, answer: answer as CheckAnswer }
          : current,
      )
    })
  }, [waitingCheckId])

  const send = (check: PositionCheck) => outbox.byHand(check.id, () => storeAndSend(check))

  const storeAndSend = async (check: PositionCheck) => {
    const token = getToken()
    setState({ step: 'checking', check })
    // Store the check before sending it, so that closing the page does not lose it.
    const queueResult = await outbox.add(createCheckEntry(userId, { ...check, zoneId, zoneName }))
    if (getToken() !== token) return setState({ step: 'idle' })
    try {
      const answer = await api.presence.checkUserInZone({ ...check, zoneId })
      await outbox.forget(check.id)
      await forgetLateVerdicts(userId, zoneId)
      // Do not show the verdict to another person who has signed in since.
      if (getToken() !== token) return
      setState({ step: 'answered', check, answer })
      installOffer.welcome()
      // Not every device supports vibration.
      navigator.vibrate?.(answer.verdict === 'inside' ? 60 : [60, 60, 60])
      // The card has already announced the verdict, so the toast is silent.
      if (answer.verdict !== 'unclear') notifyVerdict(check, answer, { silent: true })
      reloadAfterCheck(client, zoneId)
    } catch (error) {
      const hasSessionEnded = hasCode(error, 'UNAUTHORIZED') && getToken() === undefined
      if (getToken() !== token && !hasSessionEnded) return
      if (hasCode(error, 'ZONE_ENTRY_REQUIRED')) return setState({ step: 'needs-entry', check })
      const text = refusalText(error, screen)
      const title = errorCode(error) ? t`Check not recorded` : locationErrorTitle
      // A queued check needs no toast, because the card shows that it is queued.
      if (isRefusal(error) || queueResult === 'full') {
        if (errorCode(error)) notifyFailure(text)
        else notifyFailure(locationErrorTitle, text)
      }
      if (isRetryable(error)) return setState({ step: 'unsent', check, text, queued: queueResult })
      await outbox.forget(check.id)
      setState({ step: 'refused', title, text })
    }
  }

  const runExclusively = async (action: () => Promise<void>) => {
    if (isRunning.current) return
    isRunning.current = true
    try {
      await action()
    } finally {
      isRunning.current = false
    }
  }

  const readAndSend = async () => {
    const controller = new AbortController()
    const signal = AbortSignal.any([mountedSignal(), controller.signal])
    const cancel = () => controller.abort()
    const token = getToken()
    setState({ step: 'finding', accuracyMeters: null, cancel })
    const result = await locator.read(
      screen,
      (accuracyMeters, useNow) => setState({ step: 'finding', accuracyMeters, useNow, cancel }),
      signal,
    )
    if (signal.aborted || getToken() !== token) return setState({ step: 'idle' })
    if (result.ok) return send(createCheck(result.reading))
    const { text, next } = failureText(result.failure, screen)
    setState({ step: 'refused', title: locationErrorTitle, text, next })
    notifyFailure(locationErrorTitle, text)
  }

  return {
    state,
    busy: state.step === 'finding' || state.step === 'checking',
    start: () => runExclusively(readAndSend),
    sendAgain: () =>
      runExclusively(async () => {
        if (state.step === 'unsent' || state.step === 'needs-entry') await send(state.check)
      }),
    drop() {
      if (state.step !== 'needs-entry') return
      void outbox.forget(state.check.id)
      setState(current => (current.step === 'needs-entry' ? { step: 'idle' } : current))
    },
  }
}
