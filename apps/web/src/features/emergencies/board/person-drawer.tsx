import { t } from '@lingui/core/macro'
import { Button, Group, Stack, Text } from '@mantine/core'
import type { EmergencyDetail } from '@muster/contract/emergencies.ts'
import type { LastPosition } from '@muster/contract/emergency-board.ts'
import { personStates } from '@muster/domain/emergency.ts'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../../lib/api.ts'
import { errorText } from '../../../lib/error-text.ts'
import { toShownName } from '../../../lib/shown-name.ts'
import { useHeldValue } from '../../../lib/use-held-value.ts'
import { DetailDrawer } from '../../../ui/dialogs/detail-drawer.tsx'
import { CallByName } from '../../../ui/people/call-link.tsx'
import { CopyButton } from '../../../ui/sharing/copy-button.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { ListSkeleton } from '../../../ui/states/skeletons.tsx'
import { NeedsText } from '../captains/needs-text.tsx'
import { stateLabels } from '../emergency-words.ts'
import { GoingButton, HelpersLine } from '../going-button.tsx'
import {
  ClaimLines,
  InsideWithTag,
  PersonNotes,
  SeenOnList,
  TwoAnswersTag,
  WhyListed,
} from '../person-parts.tsx'
import { LastKnown } from './last-known.tsx'
import { useMarks } from './use-marks.ts'

type Props = {
  emergency: Pick<EmergencyDetail, 'id'>
  personId: string | undefined
  positions: ReadonlyMap<string, LastPosition>
  onClose: () => void
  /** Shows the position on the map of the page; undefined while the map stands beside the list. */
  onShowOnMap: (() => void) | undefined
}

export function PersonDrawer({ emergency, personId, positions, onClose, onShowOnMap }: Props) {
  const query = useQuery({
    ...orpc.emergencies.people.queryOptions({ input: { emergencyId: emergency.id, personId } }),
    enabled: personId !== undefined,
  })
  const shown = useHeldValue(query.data?.rows[0], personId === undefined)
  const person = personId === undefined || shown?.id === personId ? shown : undefined
  const { mark, pending } = useMarks(emergency.id)
  const position = person && positions.get(person.id)
  const name = person ? toShownName(person.name) : ''
  return (
    <DetailDrawer opened={personId !== undefined} onClose={onClose} title={name || t`Person`} of={personId}>
      {query.isPending && <ListSkeleton count={1} />}
      {(query.isError || query.data?.rows.length === 0) && (
        <ErrorState
          title={t`Failed to load the person`}
          text={errorText(query.error, t`They are no longer on a list that you see.`)}
          query={query}
        />
      )}
      {person && (
        <Stack gap="sm">
          <Group gap="xs">
            <Text fw={600}>{stateLabels[person.state]}</Text>
            {person.disputed && <TwoAnswersTag />}
            {person.insideWith && <InsideWithTag insideWith={person.insideWith} />}
          </Group>
          {person.phone !== '' && (
            <Group gap="sm">
              <CallByName name={name} phone={person.phone} />
              <PhoneText phone={person.phone} name={name} />
            </Group>
          )}
          <div>
            <WhyListed
              {...person}
              insideSince={person.why === 'visitor' ? person.insideSince : null}
              position={position}
            />
            {person.uncountedReason !== null && <Text dir="auto">{person.uncountedReason}</Text>}
            <PersonNotes {...person} />
          </div>
          {person.needs !== '' && <NeedsText needs={person.needs} />}
          {position && <LastKnown position={position} onShow={onShowOnMap} />}
          <SeenOnList person={person} position={position} />
          <HelpersLine helpers={person.helpers} />
          {person.mayMark && <GoingButton emergencyId={emergency.id} person={person} />}
          {person.claims.length > 0 && (
            <div>
              <ClaimLines claims={person.claims} />
            </div>
          )}
          {person.mayMark && (
            <Group gap="xs">
              {personStates
                .filter(it => it !== person.state)
                .map(it => (
                  <Button
                    key={it}
                    variant={it === 'safe' ? 'filled' : 'default'}
                    {...(it === 'safe' && { color: 'green' })}
                    loading={pending === it}
                    disabled={pending !== undefined}
                    onClick={() => mark([person], it)}
                  >
                    {stateLabels[it]}
                  </Button>
                ))}
            </Group>
          )}
          {!position && (person.state === 'missing' || person.state === 'help') && (
            <Text c="dimmed">{t`No position is known, or you may not see it.`}</Text>
          )}
        </Stack>
      )}
    </DetailDrawer>
  )
}

/** A telephone number to read and to copy. Nothing if it is not known. */
const PhoneText = ({ name, phone }: { name: string; phone: string }) =>
  phone === '' ? null : (
    <Group gap={4} wrap="nowrap">
      <Text component="span" dir="ltr" style={{ fontVariantNumeric: 'tabular-nums' }}>
        {phone}
      </Text>
      <CopyButton text={phone} label={t`Copy the number of ${name}`} iconOnly />
    </Group>
  )
