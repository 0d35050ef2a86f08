import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Card, Flex, Group, Stack } from '@mantine/core'
import type { MyZone } from '@muster/contract/zones.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { changeOwnZone, ownZonesKeys } from '../../lib/session/own-zones.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { moreZonesText, useZoneChoice } from '../../lib/session/use-zone-choice.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { useDialogs } from '../../ui/dialogs/use-dialogs.ts'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { List } from '../../ui/layout/list.tsx'
import { LiveScope } from '../../ui/live/live-scope.tsx'
import { CardGridSkeleton } from '../../ui/states/skeletons.tsx'
import { CallBeforeEntry, callPath } from '../emergencies/public.ts'
import { UserCodeShare } from '../users/public.ts'
import { AcceptInvitations } from './accept-invitations.tsx'
import { NoActiveZones } from './no-active-zones.tsx'
import { useZoneEntry } from './use-zone-entry.tsx'
import { zoneCardListProps } from './zone-card.tsx'
import { ZoneChoiceCard } from './zone-choice-card.tsx'
import { ZoneChoiceRow } from './zone-choice-row.tsx'
import classes from './zone-selection.module.css'
import { ZoneSelectionHeader } from './zone-selection-header.tsx'

type Props = {
  /** Selected without another click, unless it requires a PIN (its dialog opens) or is an invitation to accept. */
  wantedZoneId?: string | undefined
  /** The page to open afterwards. A link to another one opens the PIN dialog again. */
  wantedPage?: string | undefined
  /** Keeps the PIN dialog closed until a click, because something else on the screen, such as a question, comes first. */
  holdsPin?: boolean
  /** Called once a zone is selected, with the page that the person wants, if it is a certain one. */
  onSelected: (path?: string) => void
  onSignOut: () => void
}

/** Maximum number of cards shown before the person asks for more. */
const initialMaxCards = 12

/** The PIN dialog opens immediately if the person has only one zone and is not just invited to it, unless `holdsPin`. */
export function ZoneSelectionScreen({
  wantedZoneId,
  wantedPage,
  holdsPin = false,
  onSelected,
  onSignOut,
}: Props) {
  const { zone: selectedZone, availableZones, status, isZoneBound } = useSelectedZone()
  const [q, setQ] = useState('')
  const [maxCards, setMaxCards] = useState(initialMaxCards)
  const choice = useZoneChoice(q, maxCards)
  // With many zones, only one button is the primary one: that of the selected zone, or else of the first.
  const mainZone = selectedZone ?? (choice.isWorthSearching ? choice.zones[0] : undefined)
  const invitations = availableZones.filter(it => it.invited)
  const declining = useDialogs<'decline', MyZone>()
  // The zones of which the person wants to call the people.
  const [callableIds, setCallableIds] = useState<readonly string[]>()
  const { choose, acceptingId, pinDialog } = useZoneEntry({
    wantedZoneId,
    wantedPage,
    holdsPin,
    onSelected: zoneId => onSelected(callableIds?.includes(zoneId) ? callPath : undefined),
  })
  const intro = callableIds
    ? t`Choose the zone in which you want to call everyone.`
    : status === 'loading' || availableZones.length > 0
      ? t`Select the zone you’re working in. You can change it at any time.`
      : isZoneBound
        ? t`Zones appear here as soon as someone adds you to one.`
        : t`Active zones appear here.`
  return (
    <LiveScope as="main" className={classes.screen}>
      <ZoneSelectionHeader
        {...(status !== 'failed' && { intro })}
        action={
          <CallBeforeEntry
            onChoose={zones => {
              setCallableIds(zones.map(it => it.id))
              const [only, ...others] = zones
              if (only && others.length === 0) choose(only)
            }}
          />
        }
        onSignOut={onSignOut}
      />
      {choice.isWorthSearching && (
        <Flex component="search">
          <SearchField label={t`Search zones`} value={q} onChange={setQ} />
        </Flex>
      )}
      <AcceptInvitations invitations={invitations} />
      <List
        // Scrolling loads nothing; only the button below loads more.
        list={{ ...choice, readOn: undefined }}
        failure={t`Failed to load zones`}
        skeleton={<CardGridSkeleton count={3} />}
        empty={<NoZones isZoneBound={isZoneBound} />}
        filters={{ isSet: q !== '' && availableZones.length > 0, clear: () => setQ('') }}
        emptyTexts={[t`No zones match`]}
        {...zoneCardListProps}
        {...(choice.isWorthSearching && { minColumn: 10_000, estimate: 64 })}
      >
        {zone => {
          const props = {
            zone,
            selected: zone.id === selectedZone?.id,
            main: !mainZone || mainZone.id === zone.id,
            loading: acceptingId === zone.id,
            onChoose: () => choose(zone),
            onDecline: () => declining.open('decline', zone),
          }
          return choice.isWorthSearching ? (
            <ZoneChoiceRow {...props} nearest={zone.id === choice.nearestId} />
          ) : (
            <ZoneChoiceCard {...props} />
          )
        }}
      </List>
      {choice.zones.length > 0 && !choice.complete && (
        <Stack align="center" gap="xs" c="dimmed">
          {moreZonesText}
          <Button
            variant="default"
            loading={choice.retrying}
            onClick={() => {
              setMaxCards(maxCards + 2 * initialMaxCards)
              choice.readOn?.()
            }}
          >
            {t`Show more`}
          </Button>
        </Stack>
      )}
      {declining.about && <DeclineInvitationDialog zone={declining.about} {...declining.props('decline')} />}
      {pinDialog}
    </LiveScope>
  )
}

function NoZones({ isZoneBound }: { isZoneBound: boolean }) {
  const { fullProfile } = useMe()
  return (
    <Card p={{ base: 'md', sm: 'lg' }}>
      {isZoneBound ? (
        <UserCodeShare userCode={fullProfile?.userCode}>
          <DashboardLink />
        </UserCodeShare>
      ) : (
        <>
          <NoActiveZones />
          <Group gap="xs">
            <DashboardLink />
          </Group>
        </>
      )}
    </Card>
  )
}

function DashboardLink() {
  return (
    <Button component={Link} to={paths.dashboard} variant="default">
      {t`Go to Dashboard`}
    </Button>
  )
}

type DeclineInvitationDialogProps = {
  zone: { id: string; name: string }
  opened: boolean
  onClose: () => void
}

function DeclineInvitationDialog({ zone, opened, onClose }: DeclineInvitationDialogProps) {
  const client = useQueryClient()
  const { name } = zone
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t`Decline ${name}`}
      confirmLabel={t`Decline`}
      workingLabel={t`Declining…`}
      onConfirm={() => api.users.declineInvitation({ zoneId: zone.id })}
      onDone={() => changeOwnZone(client, zone.id, () => undefined)}
      done={[t`Invitation declined`, t`${name} is no longer in your list.`]}
      invalidatesUnlessLive={ownZonesKeys()}
      failure={t`The invitation couldn’t be declined. Try again.`}
    >
      <Trans>
        The zone will be removed from your list, and its managers will no longer see you. To work there later,
        you’ll need to be added again.
      </Trans>
    </ConfirmDialog>
  )
}
