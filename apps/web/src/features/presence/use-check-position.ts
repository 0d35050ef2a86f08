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
import type { Kept } from '../../offline/outbox.ts'
import { isForLater } from '../../offline/outbox-kind.ts'
import { notifyFailure } from '../../ui/toast/notify-failure.ts'
import { forgetLateVerdicts, reloadAfterCheck, tellVerdict, waitingCheck } from './check.outbox.ts'
import type { PositionCheck } from './check.sender.ts'
import { refusalText } from './check-texts.ts'

export type CheckState =
  | { step: 'idle' }
  /** The device looks for itself; the accuracy in metres narrows. */
  | { step: 'finding'; accuracyMeters: number | null; useNow?: () => void; cancel: () => void }
  | { step: 'checking'; check: PositionCheck }
  | { step: 'answered'; check: PositionCheck; answer: CheckAnswer }
  /** The zone asks for the PIN first; the check waits. */
  | { step: 'needs-entry'; check: PositionCheck }
  /** No answer came. Unless the outbox was full, the check waits there and sends itself; it can be sent again by hand. */
  | { step: 'unsent'; check: PositionCheck; text: string; kept: Kept }
  /** The device or the server said no. `next`: what the person can do. */
  | { step: 'refused'; title: string; text: string; next?: string }

export type CheckPosition = {
  state: CheckState
  busy: boolean
  /** Takes a new reading and sends it. */
  start: () => Promise<void>
  /** Sends the waiting check again, with the same id: after a lost connection, or once the PIN is entered. */
  sendAgain: () => Promise<void>
  /** Lets the check go that waits for the PIN; one that is on its way again goes on. */
  drop: () => void
}

const tokenNow = () => sessionStore.get()?.token

/** How high and how fast somebody is nobody is told: the zone does not ask. */
const newCheck = ({ lat, lng, accuracyMeters, capturedAt }: PositionReading): PositionCheck => ({
  id: uuidV7(),
  lat,
  lng,
  accuracyMeters,
  capturedAt,
})

/**
 * Check Position for one zone. `screen` decides the time-outs and texts. A reading ends with the component that asked for
 * it; a check is kept in the outbox until the server has answered. None is ever sent by another session than that of the
 * person who took it.
 */
export function useCheckPosition(
  { id: zoneId, name: zoneName }: Pick<Zone, 'id' | 'name'>,
  screen: 'member' | 'zone',
): CheckPosition {
  const client = useQueryClient()
  const { userId } = useMe()
  const [state, setState] = useState<CheckState>({ step: 'idle' })
  const running = useRef(false)
  const mounted = useWhileMounted()

  // What waited was sent meanwhile: its verdict stands where the person looks.
  const waitingId = state.step === 'unsent' || state.step === 'needs-entry' ? state.check.id : undefined
  useEffect(() => {
    if (!waitingId) return
    return outbox.onSent((entry, answer) => {
      if (entry.id !== waitingId) return
      setState(now =>
        'check' in now ? { step: 'answered', check: now.check, answer: answer as CheckAnswer } : now,
      )
    })
  }, [waitingId])

  const send = (check: PositionCheck) => outbox.byHand(check.id, () => keepAndSend(check))

  const keepAndSend = async (check: PositionCheck) => {
    const token = tokenNow()
    setState({ step: 'checking', check })
    // Before it goes: a page that is closed now has the check, too.
    const kept = await outbox.keep(waitingCheck(userId, { ...check, zoneId, zoneName }))
    if (tokenNow() !== token) return setState({ step: 'idle' })
    try {
      const answer = await api.presence.checkUserInZone({ ...check, zoneId })
      await outbox.forget(check.id)
      await forgetLateVerdicts(userId, zoneId)
      // Whoever signed in since is told nothing about it.
      if (tokenNow() !== token) return
      setState({ step: 'answered', check, answer })
      installOffer.welcome()
      // Felt in the pocket; devices that cannot do it have no such function.
      navigator.vibrate?.(answer.verdict === 'inside' ? 60 : [60, 60, 60])
      // Its place has said it to screen readers; words that would be the same are not shown twice.
      if (answer.verdict !== 'unclear') tellVerdict(check, answer, { silent: true })
      reloadAfterCheck(client, zoneId)
    } catch (error) {
      const isEnd = hasCode(error, 'UNAUTHORIZED') && tokenNow() === undefined
      if (tokenNow() !== token && !isEnd) return
      if (hasCode(error, 'ZONE_ENTRY_REQUIRED')) return setState({ step: 'needs-entry', check })
      const text = refusalText(error, screen)
      const title = errorCode(error) ? 'Check not recorded' : locationErrorTitle
      // One that waits says so in its place.
      if (isRefusal(error) || kept === 'full') {
        if (errorCode(error)) notifyFailure(text)
        else notifyFailure(locationErrorTitle, text)
      }
      if (isForLater(error)) return setState({ step: 'unsent', check, text, kept })
      await outbox.forget(check.id)
      setState({ step: 'refused', title, text })
    }
  }

  const alone = async (act: () => Promise<void>) => {
    if (running.current) return
    running.current = true
    try {
      await act()
    } finally {
      running.current = false
    }
  }

  const readAndSend = async () => {
    const leaving = new AbortController()
    const signal = AbortSignal.any([mounted(), leaving.signal])
    const cancel = () => leaving.abort()
    const token = tokenNow()
    setState({ step: 'finding', accuracyMeters: null, cancel })
    const result = await locator.read(
      screen,
      (accuracyMeters, useNow) => setState({ step: 'finding', accuracyMeters, useNow, cancel }),
      signal,
    )
    if (signal.aborted || tokenNow() !== token) return setState({ step: 'idle' })
    if (result.ok) return send(newCheck(result.reading))
    const { text, next } = failureText(result.failure, screen)
    setState({ step: 'refused', title: locationErrorTitle, text, next })
    notifyFailure(locationErrorTitle, text)
  }

  return {
    state,
    busy: state.step === 'finding' || state.step === 'checking',
    start: () => alone(readAndSend),
    sendAgain: () =>
      alone(async () => {
        if (state.step === 'unsent' || state.step === 'needs-entry') await send(state.check)
      }),
    drop() {
      if (state.step !== 'needs-entry') return
      void outbox.forget(state.check.id)
      setState(now => (now.step === 'needs-entry' ? { step: 'idle' } : now))
    },
  }
}
