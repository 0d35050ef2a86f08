import { Box, Button, Card, Flex, Group, Stack, Text } from '@mantine/core'
import type { MyZone } from '@muster/contract/zones.ts'
import { needsPin } from '@muster/domain/role.ts'
import { IconLogout, IconSettings } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { api } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { asksPin, roleInZone } from '../../lib/session/selected-zone.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { useZoneBeyond } from '../../lib/session/use-zone-beyond.ts'
import { moreZones, useZoneChoice } from '../../lib/session/use-zone-choice.ts'
import { useFeed } from '../../live/use-feed.ts'
import { RoleBadge } from '../../ui/badges/role-badge.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { List } from '../../ui/layout/list.tsx'
import { LiveScope } from '../../ui/live/live-scope.tsx'
import { CardGridSkeleton } from '../../ui/states/skeletons.tsx'
import { EnterZoneDialog } from '../auth/public.ts'
import { InsideMark } from '../presence/public.ts'
import { UserCodeShare } from '../users/public.ts'
import { DeclineInvitationDialog } from './decline-invitation-dialog.tsx'
import { InvitationNote } from './invitation-note.tsx'
import { NoActiveZones } from './no-active-zones.tsx'
import { ZoneCard, zoneCards } from './zone-card.tsx'
import classes from './zone-selection.module.css'

type Props = {
  /** A zone chosen elsewhere, or named by the address that is wanted: its PIN is asked for, or it is selected, without another press. */
  wantedZoneId?: string
  /** The PIN is not asked for without a press: something else comes first. */
  holdsPin?: boolean
  /** A zone is selected: go on. */
  onSelected: () => void
  onSignOut: () => void
}

/** So many cards are shown before somebody asks for more. */
const mostAtOnce = 12

/** Choose the zone to work in. PIN roles enter their PIN first; a single zone asks for it at once. */
export function ZoneSelectionScreen({ wantedZoneId, holdsPin = false, onSelected, onSignOut }: Props) {
  const { profile, fullProfile } = useMe()
  const { zone: selected, availableZones, hasMore, find, status, select, isZoneBound } = useSelectedZone()
  const [q, setQ] = useState('')
  const [most, setMost] = useState(mostAtOnce)
  const choice = useZoneChoice(q, most)
  // Among many one button stands out: of the zone they work in, or worked in last.
  const main = selected ?? (choice.isWorthSearching ? choice.zones[0] : undefined)
  const [entering, setEntering] = useState<MyZone>()
  const [pinOpen, setPinOpen] = useState(false)

  const [declining, setDeclining] = useState<MyZone>()
  const [declineOpen, setDeclineOpen] = useState(false)
  const feed = useFeed()

  // In a role without PIN the selection is what accepts.
  const accept = useAct({
    call: (zone: MyZone) => api.zones.enter({ zoneId: zone.id, pin: '' }),
    onDone: ({ entryExpiresAt }, zone) => {
      feed?.watchAgain()
      select(zone.id, entryExpiresAt)
      onSelected()
    },
    failed: 'Failed to select the zone',
  })

  const choose = (zone: MyZone) => {
    if (asksPin(profile.role, zone)) {
      setEntering(zone)
      setPinOpen(true)
      return
    }
    if (zone.invited) return accept.mutate(zone)
    select(zone.id)
    onSelected()
  }

  // The zone that was chosen elsewhere, or the only one there is, asks by itself; once. An invitation waits for its answer.
  const asked = useRef(false)
  const only = availableZones.length === 1 && !availableZones[0]?.invited ? availableZones[0] : undefined
  const wantedAtHand = wantedZoneId ? find(wantedZoneId) : undefined
  const beyond = useZoneBeyond(hasMore && !wantedAtHand ? wantedZoneId : undefined)
  const toAsk = wantedAtHand ?? beyond.zone ?? only
  const selectAndContinue = useEffectEvent((zoneId: string) => {
    select(zoneId)
    onSelected()
  })
  useEffect(() => {
    if (asked.current || !toAsk) return
    if (asksPin(profile.role, toAsk)) {
      if (holdsPin) return
      asked.current = true
      setEntering(toAsk)
      setPinOpen(true)
    } else if (toAsk.id === wantedZoneId && !toAsk.invited) {
      asked.current = true
      selectAndContinue(toAsk.id)
    }
  }, [toAsk, wantedZoneId, holdsPin, profile.role])

  const intro =
    status === 'loading' || availableZones.length > 0
      ? 'Select the zone you work in now. You can change it at any time.'
      : isZoneBound
        ? 'Zones appear here as soon as somebody adds you to one.'
        : 'Active zones appear here by themselves.'
  return (
    <LiveScope as="main" className={classes.screen}>
      <Flex component="header" wrap="wrap" align="center" gap="8px 16px">
        <Box miw={0} flex="1 1 220px">
          <Box component="h1" fz={{ base: 'lg', sm: 'xl' }} fw={600} lh={1.2} lts="-0.02em">
            Choose a zone
          </Box>
          {status !== 'failed' && (
            <Text c="dimmed" mt={4}>
              {intro}
            </Text>
          )}
        </Box>
        <Group gap="xs">
          <Button
            component={Link}
            to={paths.settings}
            variant="default"
            leftSection={<IconSettings size="1.125rem" aria-hidden />}
          >
            Settings
          </Button>
          <Button
            variant="default"
            leftSection={<IconLogout size="1.125rem" aria-hidden />}
            onClick={onSignOut}
          >
            Sign Out
          </Button>
        </Group>
      </Flex>
      {choice.isWorthSearching && (
        <Flex component="search">
          <SearchField label="Search zones" value={q} onChange={setQ} />
        </Flex>
      )}
      <List
        // More are shown by the button below alone.
        list={{ ...choice, readOn: undefined }}
        failure="Failed to load zones"
        skeleton={<CardGridSkeleton count={3} />}
        empty={
          <Card p={{ base: 'md', sm: 'lg' }}>
            {isZoneBound ? (
              <UserCodeShare userCode={fullProfile?.userCode}>
                <ToDashboard />
              </UserCodeShare>
            ) : (
              <>
                <NoActiveZones />
                <Group gap="xs">
                  <ToDashboard />
                </Group>
              </>
            )}
          </Card>
        }
        filters={{ isSet: q !== '' && availableZones.length > 0, clear: () => setQ('') }}
        noneFound={['No zones match']}
        {...zoneCards}
      >
        {zone => {
          const role = roleInZone(profile.role, zone)
          return (
            <ZoneCard
              zone={zone}
              selected={zone.id === selected?.id}
              actions={
                <Stack gap="xs" w="100%">
                  <Button
                    onClick={() => choose(zone)}
                    loading={accept.isPending && accept.variables.id === zone.id}
                    variant={main && main.id !== zone.id ? 'default' : 'filled'}
                    fullWidth
                  >
                    {needsPin(role) ? 'Enter Zone' : 'Select Zone'}
                  </Button>
                  {zone.invited && (
                    <Button
                      variant="subtle"
                      fullWidth
                      onClick={() => {
                        setDeclining(zone)
                        setDeclineOpen(true)
                      }}
                    >
                      Decline
                    </Button>
                  )}
                </Stack>
              }
            >
              <Group gap="xs">
                <RoleBadge role={role} />
                {!zone.invited && <InsideMark zoneId={zone.id} />}
              </Group>
              {zone.invited && <InvitationNote />}
            </ZoneCard>
          )
        }}
      </List>
      {choice.zones.length > 0 && !choice.complete && (
        <Stack align="center" gap="xs" c="dimmed">
          {moreZones}
          <Button
            variant="default"
            loading={choice.retrying}
            onClick={() => {
              setMost(most + 2 * mostAtOnce)
              choice.readOn?.()
            }}
          >
            Show more
          </Button>
        </Stack>
      )}
      {declining && (
        <DeclineInvitationDialog
          zone={declining}
          opened={declineOpen}
          onClose={() => setDeclineOpen(false)}
        />
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
    </LiveScope>
  )
}

function ToDashboard() {
  return (
    <Button component={Link} to={paths.dashboard} variant="default">
      Go to Dashboard
    </Button>
  )
}
