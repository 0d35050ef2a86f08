import { plural, t } from '@lingui/core/macro'
import { Flex, Stack, Switch, Text, TextInput } from '@mantine/core'
import { callsPeopleInside, type EmergencyKind, emergencyKinds } from '@muster/domain/emergency.ts'
import { IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { v7 as uuidV7 } from 'uuid'
import { api, orpc } from '../../lib/api.ts'
import { errorTextWithTime } from '../../lib/error-text.ts'
import { formatList } from '../../lib/format-list.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { FormButtons } from '../../ui/forms/form-buttons.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { ZoneSelect } from '../../ui/pick-zone.tsx'
import { ProblemAlert } from '../../ui/states/problem-alert.tsx'
import { kindLabels, reasonCountText } from './emergency-words.ts'
import { MoreZonesSelect, type NamedZone } from './more-zones-select.tsx'

type Props = {
  opened: boolean
  onClose: () => void
  /** True if the page keeps the open state in its URL. */
  keptInAddress?: boolean
}

/** Declares an emergency: shows whom it reaches before it is sent. */
export function DeclareDialog({ opened, onClose, keptInAddress }: Props) {
  return (
    <ResponsiveDialog
      opened={opened}
      onClose={onClose}
      title={t`Call everyone inside`}
      {...(keptInAddress && { keptInAddress })}
    >
      <DeclareForm onClose={onClose} />
    </ResponsiveDialog>
  )
}

/** The zone chosen in the dialog: undefined for the selected one, null for all zones. */
type ChosenZone = { id: string; name: string } | null | undefined

function DeclareForm({ onClose }: { onClose: () => void }) {
  const { zone: selectedZone, availableZones, isZoneBound, hasMore } = useSelectedZone()
  const navigate = useNavigate()
  const [chosenZone, setChosenZone] = useState<ChosenZone>()
  const [moreZones, setMoreZones] = useState<NamedZone[]>([])
  const [callsExpected, setCallsExpected] = useState(true)
  const [kind, setKind] = useState<EmergencyKind>('evacuate')
  const [isDrill, setIsDrill] = useState(false)
  const [message, setMessage] = useState('')
  const [requestId] = useState(() => uuidV7())
  const zone = chosenZone === undefined ? selectedZone : chosenZone
  const isComplete = zone !== undefined
  const zoneId = zone?.id ?? null
  const moreZoneIds = zone ? moreZones.flatMap(it => (it.id === zone.id ? [] : it.id)) : []
  const scope = { zoneId, moreZoneIds, expected: callsExpected }
  const hasChoice = !isZoneBound || hasMore || availableZones.length > 1
  const declare = useAct({
    call: () => api.emergencies.declare({ ...scope, kind, drill: isDrill, message, requestId }),
    onDone: ({ emergencyId }) => {
      onClose()
      void navigate({ to: '/emergencies/$emergencyId', params: { emergencyId } })
    },
    invalidates: [orpc.emergencies.key()],
  })
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault()
        if (isComplete) declare.mutate()
      }}
    >
      <Stack>
        {declare.error && (
          <ProblemAlert>
            {errorTextWithTime(
              declare.error,
              t`It’s not certain that people were called. Try again: nobody is called twice. Or call by telephone.`,
            )}
          </ProblemAlert>
        )}
        {hasChoice && (
          <ZoneSelect
            label={t`Zone`}
            w="100%"
            zone={chosenZone === null ? undefined : availableZones.find(({ id }) => id === zone?.id)}
            onPick={({ id, name }) => setChosenZone({ id, name })}
            {...(!isZoneBound && { onPickAll: () => setChosenZone(null) })}
          />
        )}
        {hasChoice && zone && <MoreZonesSelect zoneId={zone.id} value={moreZones} onChange={setMoreZones} />}
        <Select
          label={t`What people should do`}
          data={emergencyKinds.map(value => ({ value, label: kindLabels[value] }))}
          value={kind}
          onChange={value => setKind(emergencyKinds.find(it => it === value) ?? 'evacuate')}
          allowDeselect={false}
        />
        <TextInput
          label={t`Message (optional)`}
          placeholder={t`Meet at the north gate.`}
          maxLength={500}
          value={message}
          onChange={event => setMessage(event.currentTarget.value)}
        />
        <Switch
          size="md"
          label={t`This is a drill`}
          description={t`Every message says so.`}
          checked={isDrill}
          onChange={event => setIsDrill(event.currentTarget.checked)}
        />
        {callsPeopleInside(kind) && (
          <Switch
            size="md"
            label={t`Also people whose shift runs now`}
            description={t`Those who have not been seen are listed as expected.`}
            checked={callsExpected}
            onChange={event => setCallsExpected(event.currentTarget.checked)}
          />
        )}
        {isComplete ? <Reach {...scope} kind={kind} /> : <Text c="dimmed">{t`Choose a zone.`}</Text>}
      </Stack>
      <FormButtons
        label={isDrill ? t`Start the drill` : t`Send`}
        workingLabel={t`Sending…`}
        working={declare.isPending}
        disabled={!isComplete}
        onCancel={onClose}
      />
    </form>
  )
}

type Target = { zoneId: string | null; moreZoneIds: string[]; expected: boolean; kind: EmergencyKind }

/** Shows how many people the call would reach now, and how sure it is that they are there. */
function Reach(target: Target) {
  const query = useQuery({
    ...orpc.emergencies.preview.queryOptions({ input: target }),
    staleTime: 0,
  })
  const { data } = query
  return (
    <Flex gap="sm" align="flex-start" role="status">
      <IconUsers size="1.5rem" aria-hidden />
      <div>
        <Text fw={600} size="lg">
          {data === undefined
            ? query.isError
              ? t`The people couldn’t be counted. You can still send.`
              : t`Counting people…`
            : data.people === 0
              ? t`Nobody is known to be there.`
              : t`It reaches ${plural(data.people, { one: '# person', other: '# people' })}.`}
        </Text>
        {data && data.people > 0 && (
          <Text size="sm" c="dimmed">
            {formatList(data.reasons.map(({ why, people }) => reasonCountText(why, people)))}
          </Text>
        )}
        {data && data.uncounted > 0 && (
          <Text size="sm" c="dimmed">
            {t`${plural(data.uncounted, { one: '# more is called and not counted.', other: '# more are called and not counted.' })}`}
          </Text>
        )}
      </div>
    </Flex>
  )
}
