import { t } from '@lingui/core/macro'
import { Button } from '@mantine/core'
import { needsPin } from '@muster/domain/role.ts'
import { IconMapPinCheck } from '@tabler/icons-react'
import { useRef } from 'react'
import { requiresPin, roleInZone } from '../../lib/session/selected-zone.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { useUnlistedZone } from '../../lib/session/use-unlisted-zone.ts'
import { EnterZoneButton } from '../auth/public.ts'
import classes from './check-position.module.css'
import { insideText } from './check-texts.ts'

type Props = { zoneId: string; name: string }

/** Asks whether they work there, unless it is selected. Internal admins do not work in zones, so they are only informed. */
export function OtherZone({ zoneId, name }: Props) {
  const { profile } = useMe()
  const { zoneId: selectedId, find, hasMore, select, isZoneBound } = useSelectedZone()
  const loadedZone = find(zoneId)
  const fetchedZone = useUnlistedZone(hasMore && !loadedZone ? zoneId : undefined)
  const zone = loadedZone ?? fetchedZone.zone
  const textRef = useRef<HTMLSpanElement>(null)
  const isSelected = zoneId === selectedId
  const startWork = (entryExpiresAt?: string | null) => {
    select(zoneId, entryExpiresAt)
    // The button disappears on click, so the text takes the keyboard focus.
    textRef.current?.focus()
  }
  const offeredZone = isZoneBound && !isSelected ? zone : undefined
  return (
    <div className={classes.other}>
      <IconMapPinCheck size="1.25rem" stroke={1.8} aria-hidden />
      <span ref={textRef} tabIndex={-1}>
        {insideText(name)} {offeredZone && t`Are you working there?`}
        {isSelected && t`You’re working there.`}
      </span>
      {offeredZone && requiresPin(profile.role, offeredZone) && (
        <EnterZoneButton zone={offeredZone} onEntered={startWork} />
      )}
      {offeredZone && !requiresPin(profile.role, offeredZone) && (
        <Button variant="default" onClick={() => startWork()}>
          {needsPin(roleInZone(profile.role, offeredZone)) ? t`Enter Zone` : t`Select Zone`}
        </Button>
      )}
    </div>
  )
}
