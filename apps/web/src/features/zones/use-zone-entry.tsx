import { t } from '@lingui/core/macro'
import type { MyZone } from '@muster/contract/zones.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { api } from '../../lib/api.ts'
import { asksPin } from '../../lib/session/selected-zone.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { useZoneBeyond } from '../../lib/session/use-zone-beyond.ts'
import { useFeed } from '../../live/use-feed.ts'
import { useAct } from '../../ui/forms/use-act.ts'
import { EnterZoneDialog } from '../auth/public.ts'

type Options = {
  wantedZoneId: string | undefined
  holdsPin: boolean
  onSelected: () => void
}

/**
 * Selects a zone, after its PIN where the role requires one. The wanted zone is entered without a
 * click, but only once; the PIN dialog of the only zone opens the same way.
 */
export function useZoneEntry({ wantedZoneId, holdsPin, onSelected }: Options) {
  const { profile } = useMe()
  const { availableZones, hasMore, find, select } = useSelectedZone()
  const [entering, setEntering] = useState<MyZone>()
  const [isPinOpen, setPinOpen] = useState(false)
  const feed = useFeed()

  const selectAndContinue = (zoneId: string, entryExpiresAt?: string | null) => {
    select(zoneId, entryExpiresAt)
    onSelected()
  }

  // For a role without a PIN, selecting the zone accepts the invitation.
  const accept = useAct({
    call: (zone: MyZone) => api.zones.enter({ zoneId: zone.id, pin: '' }),
    onDone: ({ entryExpiresAt }, zone) => {
      feed?.watchAgain()
      selectAndContinue(zone.id, entryExpiresAt)
    },
    failed: t`The zone couldn’t be selected. Try again.`,
  })

  const choose = (zone: MyZone) => {
    if (asksPin(profile.role, zone)) {
      setEntering(zone)
      setPinOpen(true)
    } else if (zone.invited) accept.mutate(zone)
    else selectAndContinue(zone.id)
  }

  const hasStarted = useRef(false)
  // An invitation needs a decision, so it is not entered automatically.
  const only = availableZones.length === 1 && !availableZones[0]?.invited ? availableZones[0] : undefined
  const wantedAtHand = wantedZoneId ? find(wantedZoneId) : undefined
  const beyond = useZoneBeyond(hasMore && !wantedAtHand ? wantedZoneId : undefined)
  const toEnter = wantedAtHand ?? beyond.zone ?? only
  const enterWithoutPress = useEffectEvent(selectAndContinue)
  useEffect(() => {
    if (hasStarted.current || !toEnter) return
    if (asksPin(profile.role, toEnter)) {
      if (holdsPin) return
      hasStarted.current = true
      setEntering(toEnter)
      setPinOpen(true)
    } else if (toEnter.id === wantedZoneId && !toEnter.invited) {
      hasStarted.current = true
      enterWithoutPress(toEnter.id)
    }
  }, [toEnter, wantedZoneId, holdsPin, profile.role])

  return {
    choose,
    acceptingId: accept.isPending ? accept.variables.id : undefined,
    pinDialog: entering && (
      <EnterZoneDialog
        zone={entering}
        opened={isPinOpen}
        onClose={() => setPinOpen(false)}
        onEntered={entryExpiresAt => selectAndContinue(entering.id, entryExpiresAt)}
      />
    ),
  }
}
