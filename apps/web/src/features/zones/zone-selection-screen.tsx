import { Button } from '@mantine/core'
import type { MyZone } from '@muster/contract/zones.ts'
import { needsPin } from '@muster/domain/role.ts'
import { IconLogout, IconSettings } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { paths } from '../../app/paths.ts'
import { asksPin, roleInZone } from '../../lib/session/selected-zone.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { RoleBadge } from '../../ui/badges/role-badge.tsx'
import { VirtualGrid } from '../../ui/layout/virtual-grid.tsx'
import { AgeGrey } from '../../ui/live/age-grey.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { CardGridSkeleton } from '../../ui/states/skeletons.tsx'
import { EnterZoneDialog } from '../auth/public.ts'
import { UserCodeShare } from '../users/public.ts'
import { NoActiveZones } from './no-active-zones.tsx'
import { ZoneCard, zoneCardEstimate } from './zone-card.tsx'
import classes from './zone-selection.module.css'

type Props = {
  /** A zone chosen elsewhere whose PIN is still to be entered. */
  wantedZoneId?: string
  /** A zone is selected: go on. */
  onSelected: () => void
  onSignOut: () => void
}

/** Choose the zone to work in. PIN roles enter their PIN first; a single zone asks for it at once. */
export function ZoneSelectionScreen({ wantedZoneId, onSelected, onSignOut }: Props) {
  const { profile, fullProfile } = useMe()
  const {
    zone: selected,
    availableZones,
    status,
    staleSince,
    retry,
    retrying,
    select,
    isZoneBound,
  } = useSelectedZone()
  const [entering, setEntering] = useState<MyZone>()
  const [pinOpen, setPinOpen] = useState(false)

  const choose = (zone: MyZone) => {
    if (asksPin(profile.role, zone)) {
      setEntering(zone)
      setPinOpen(true)
      return
    }
    select(zone.id)
    onSelected()
  }

  // The zone that was chosen elsewhere, or the only one there is, asks by itself; once.
  const asked = useRef(false)
  const only = availableZones.length === 1 ? availableZones[0] : undefined
  const toAsk = availableZones.find(({ id }) => id === wantedZoneId) ?? only
  useEffect(() => {
    if (asked.current || !toAsk || !asksPin(profile.role, toAsk)) return
    asked.current = true
    setEntering(toAsk)
    setPinOpen(true)
  }, [toAsk, profile.role])

  const intro =
    status === 'loading' || availableZones.length > 0
      ? 'Select the zone you work in now. You can change it at any time.'
      : isZoneBound
        ? 'Zones appear here as soon as somebody adds you to one.'
        : 'Active zones appear here by themselves.'
  return (
    <main className={classes.screen}>
      <header className={classes.head}>
        <div className={classes.words}>
          <h1 className={classes.title}>Choose a zone</h1>
          {status !== 'failed' && <p className={classes.intro}>{intro}</p>}
        </div>
        <div className={classes.buttons}>
          <Button
            component={Link}
            to={paths.settings}
            variant="default"
            leftSection={<IconSettings size={18} aria-hidden />}
          >
            Settings
          </Button>
          <Button variant="default" leftSection={<IconLogout size={18} aria-hidden />} onClick={onSignOut}>
            Sign Out
          </Button>
        </div>
      </header>
      {status === 'loading' && <CardGridSkeleton count={3} />}
      {(status === 'failed' || staleSince) && (
        <ErrorState
          title="Failed to load zones"
          onRetry={retry}
          retrying={retrying}
          staleSince={staleSince}
        />
      )}
      {status === 'loaded' && availableZones.length === 0 && (
        <div className={classes.empty}>
          {isZoneBound ? <UserCodeShare userCode={fullProfile?.userCode} /> : <NoActiveZones />}
          <div className={classes.buttons}>
            <Button component={Link} to={paths.dashboard} variant={isZoneBound ? 'filled' : 'default'}>
              Go to Dashboard
            </Button>
          </div>
        </div>
      )}
      {availableZones.length > 0 && (
        <AgeGrey stale={staleSince !== undefined}>
          <VirtualGrid items={availableZones} keyOf={zone => zone.id} estimate={zoneCardEstimate}>
            {zone => {
              const role = roleInZone(profile.role, zone)
              return (
                <ZoneCard
                  zone={zone}
                  selected={zone.id === selected?.id}
                  actions={
                    <Button
                      onClick={() => choose(zone)}
                      variant={selected && selected.id !== zone.id ? 'default' : 'filled'}
                      fullWidth
                    >
                      {needsPin(role) ? 'Enter Zone' : 'Select Zone'}
                    </Button>
                  }
                >
                  <div>
                    <RoleBadge role={role} />
                  </div>
                </ZoneCard>
              )
            }}
          </VirtualGrid>
        </AgeGrey>
      )}
      {entering && (
        <EnterZoneDialog
          zone={entering}
          opened={pinOpen}
          onClose={() => setPinOpen(false)}
          onEntered={entryExpiresAt => {
            select(entering.id, entryExpiresAt)
            onSelected()
          }}
        />
      )}
    </main>
  )
}
