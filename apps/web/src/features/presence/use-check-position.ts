import type { CheckAnswer } from '@muster/contract/presence.ts'
import { limits } from '@muster/domain/limits.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { v7 as uuidV7 } from 'uuid'
import { api, orpc } from '../../lib/api.ts'
import { hasCode, isRefusal } from '../../lib/error-text.ts'
import { sessionStore } from '../../lib/session-store.ts'
import { useWhileMounted } from '../../lib/use-while-mounted.ts'
import { reloadUnlessLive } from '../../live/reload-unless-live.ts'
import { notify } from '../../ui/toast/notify.ts'
import { failureText, refusalText, verdictNotice } from './check-texts.ts'
import { type PositionReading, positionOptions, readPosition } from './read-position.ts'

/** A reading with the id that makes sending it twice harmless. */
export type PositionCheck = PositionReading & { id: string }

export type CheckState =
  | { step: 'idle' }
  /** The device looks for itself; the accuracy in metres narrows. */
  | { step: 'finding'; accuracyMeters: number | null; useNow?: () => void; cancel: () => void }
  | { step: 'checking'; check: PositionCheck }
  | { step: 'answered'; check: PositionCheck; answer: CheckAnswer }
  /** The zone asks for the PIN first; the check waits. */
  | { step: 'needs-entry'; check: PositionCheck }
  /** No answer came: the same check can be sent again. */
  | { step: 'unsent'; check: PositionCheck; text: string }
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

/**
 * Check Position for one zone. `screen` decides the time-outs and texts. A reading ends with the component that asked for
 * it, and none is ever sent by another session than the one that took it.
 */
export function useCheckPosition(zoneId: string, screen: 'member' | 'zone'): CheckPosition {
  const client = useQueryClient()
  const [state, setState] = useState<CheckState>({ step: 'idle' })
  const running = useRef(false)
  const mounted = useWhileMounted()

  const reloadPresence = () =>
    reloadUnlessLive(
      client,
      orpc.presence.mine.key(),
      orpc.presence.panel.key({ input: { zoneId } }),
      orpc.zones.key(),
    )

  const send = async (check: PositionCheck) => {
    const token = tokenNow()
    setState({ step: 'checking', check })
    try {
      const answer = await api.presence.checkUserInZone({ ...check, zoneId })
      // Whoever signed in since is told nothing about it.
      if (tokenNow() !== token) return
      setState({ step: 'answered', check, answer })
      // Felt in the pocket; devices that cannot do it have no such function.
      navigator.vibrate?.(answer.verdict === 'inside' ? 60 : [60, 60, 60])
      const [title, text] = verdictNotice({ ...answer, accuracyMeters: check.accuracyMeters })
      if (answer.verdict === 'inside') notify.success(title, text)
      else notify.info(title, text)
      setTimeout(reloadPresence, limits.reloadAfterCheckMs)
    } catch (error) {
      const isEnd = hasCode(error, 'UNAUTHORIZED') && tokenNow() === undefined
      if (tokenNow() !== token && !isEnd) return
      if (hasCode(error, 'ZONE_ENTRY_REQUIRED')) return setState({ step: 'needs-entry', check })
      const text = refusalText(error)
      if (isRefusal(error)) setState({ step: 'refused', title: 'Check not recorded', text })
      else setState({ step: 'unsent', check, text })
      notify.error(text)
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
    const result = await readPosition(
      positionOptions[screen],
      (accuracyMeters, useNow) => setState({ step: 'finding', accuracyMeters, useNow, cancel }),
      signal,
    )
    if (signal.aborted || tokenNow() !== token) return setState({ step: 'idle' })
    if (result.ok) return send({ id: uuidV7(), ...result.reading })
    const { text, next } = failureText(result.failure, screen)
    setState({ step: 'refused', title: 'Location Error', text, next })
    notify.error('Location Error', text)
  }

  return {
    state,
    busy: state.step === 'finding' || state.step === 'checking',
    start: () => alone(readAndSend),
    sendAgain: () =>
      alone(async () => {
        if (state.step === 'unsent' || state.step === 'needs-entry') await send(state.check)
      }),
    drop: () => setState(now => (now.step === 'needs-entry' ? { step: 'idle' } : now)),
  }
}
