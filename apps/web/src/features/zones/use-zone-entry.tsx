import { t } from '@lingui/core/macro'
import type { MyZone } from '@muster/contract/zones.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { api } from '../../lib/api.ts'
import { requiresPin } from '../../lib/session/selected-zone.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { useUnlistedZone } from '../../lib/session/use-unlisted-zone.ts'
import { useFeed } from '../../live/use-feed.ts'
import { useAct } from '../../ui/forms/use-act.ts'
import { EnterZoneDialog } from '../auth/public.ts'

type Options = {
  wantedZoneId: string | undefined
  wantedPage: string | undefined
  holdsPin: boolean
  onSelected: (zoneId: string) => void
}

/**
 * Lets the person select a zone, after entering its PIN if their role requires one. The wanted zone is selected once without a
 * click, unless the person still has to accept an invitation to it. If the wanted zone, or else the person's only zone, requires a
 * PIN, its PIN dialog opens automatically instead, unless `holdsPin`.
 */
export function useZoneEntry({ wantedZoneId, wantedPage, holdsPin, onSelected }: Options) {
  const { profile } = useMe()
  const { availableZones, hasMore, find, select } = useSelectedZone()
  const [pinZone, setPinZone] = useState<MyZone>()
  const [isPinOpen, setIsPinOpen] = useState(false)
  const feed = useFeed()

  const selectAndContinue = (zoneId: string, entryExpiresAt?: string | null) => {
    select(zoneId, entryExpiresAt)
    onSelected(zoneId)
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
    if (requiresPin(profile.role, zone)) {
      setPinZone(zone)
      setIsPinOpen(true)
    } else if (zone.invited) accept.mutate(zone)
    else selectAndContinue(zone.id)
  }

  /** The zone and page for which this has happened, so that it happens once. */
  const startedFor = useRef<string>(undefined)
  // An invitation needs a decision, so the PIN dialog does not open automatically for a single zone the person is invited to.
  const onlyZone = availableZones.length === 1 && !availableZones[0]?.invited ? availableZones[0] : undefined
  const loadedWantedZone = wantedZoneId ? find(wantedZoneId) : undefined
  const unlistedZone = useUnlistedZone(hasMore && !loadedWantedZone ? wantedZoneId : undefined)
  const zoneToEnter = loadedWantedZone ?? unlistedZone.zone ?? onlyZone
  const enterAutomatically = useEffectEvent(selectAndContinue)
  useEffect(() => {
    if (!zoneToEnter) return
    const key = `${zoneToEnter.id} ${wantedPage ?? ''}`
    if (startedFor.current === key) return
    if (requiresPin(profile.role, zoneToEnter)) {
      if (holdsPin) return
      startedFor.current = key
      setPinZone(zoneToEnter)
      setIsPinOpen(true)
    } else if (zoneToEnter.id === wantedZoneId && !zoneToEnter.invited) {
      startedFor.current = key
      enterAutomatically(zoneToEnter.id)
    }
  }, [zoneToEnter, wantedZoneId, wantedPage, holdsPin, profile.role])

  return {
    choose,
    acceptingId: accept.isPending ? accept.variables.id : undefined,
    pinDialog: pinZone && (
      <EnterZoneDialog
        zone={pinZone}
        opened={isPinOpen}
        onClose={() => setIsPinOpen(false)}
        onEntered={entryExpiresAt => selectAndContinue(pinZone.id, entryExpiresAt)}
      />
    ),
  }
}
