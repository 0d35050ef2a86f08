import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Box, Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import type { Sweep } from '@muster/contract/captains.ts'
import type { SweepState } from '@muster/domain/par.ts'
import {
  type Icon,
  IconAlertTriangle,
  IconCheck,
  IconDoor,
  IconDoorOff,
  IconHelpCircle,
  IconNote,
} from '@tabler/icons-react'
import { useContext, useState } from 'react'
import { v7 as uuidV7 } from 'uuid'
import { orpc } from '../../../lib/api.ts'
import { formatCount } from '../../../lib/format-count.ts'
import { useSendOrQueue } from '../../../offline/use-send-or-queue.ts'
import { Tag } from '../../../ui/badges/tag.tsx'
import { useAct } from '../../../ui/forms/use-act.ts'
import { Panel } from '../../../ui/layout/panel.tsx'
import { VirtualGrid } from '../../../ui/layout/virtual-grid.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ClockContext } from '../../../ui/time/clock-context.ts'
import { areaSweepSender } from './area-sweep.sender.ts'
import classes from './captain.module.css'
import { sweepLabels } from './captain-words.ts'
import { useSweepStates } from './use-sweep-states.ts'

type Props = { emergencyId: string; sweeps: readonly Sweep[]; mayMark: boolean }

const getKey = ({ areaId }: Sweep) => areaId

export function SweepList({ emergencyId, sweeps, mayMark }: Props) {
  const { waiting, getState, clearCount } = useSweepStates(emergencyId, sweeps)
  // Here, because a row that is scrolled away is not kept.
  const [notes, setNotes] = useState<Readonly<Record<string, string>>>({})
  const zoneCount = new Set(sweeps.map(it => it.zoneName)).size
  const clear = formatCount(clearCount)
  const total = formatCount(sweeps.length)
  if (sweeps.length === 0)
    return (
      <EmptyState
        icon={IconDoor}
        title={t`No areas`}
        text={t`Managers set the areas of a zone before an emergency.`}
      />
    )
  return (
    <Stack>
      <Text fz="lg" fw={600} lh={1.2} data-figures role="status">
        <Trans>
          Areas {clear} of {total} clear
        </Trans>
      </Text>
      <VirtualGrid items={sweeps} getKey={getKey} estimate={150} minColumn={360} label={t`Areas`}>
        {it => (
          <SweepRow
            emergencyId={emergencyId}
            sweep={it}
            state={getState(it)}
            isWaiting={waiting.has(it.areaId)}
            showsZone={zoneCount > 1}
            mayMark={mayMark}
            note={notes[it.areaId]}
            onNote={note =>
              setNotes(({ [it.areaId]: _, ...others }) =>
                note === undefined ? others : { ...others, [it.areaId]: note },
              )
            }
          />
        )}
      </VirtualGrid>
    </Stack>
  )
}

type RowProps = {
  emergencyId: string
  sweep: Sweep
  state: SweepState
  isWaiting: boolean
  showsZone: boolean
  mayMark: boolean
  /** The note as typed; undefined while the field is closed. */
  note: string | undefined
  onNote: (note: string | undefined) => void
}

function SweepRow({ emergencyId, sweep, state, isWaiting, showsZone, mayMark, note, onNote }: RowProps) {
  const { areaId, name, zoneName, claim, disputed } = sweep
  const hasNote = note !== undefined
  // Only after a press: a row that comes back by scrolling must not take the focus.
  const [isNoteNew, setIsNoteNew] = useState(false)
  const sendOrQueue = useSendOrQueue(areaSweepSender)
  const say = useAct({
    call: (said: SweepState) =>
      sendOrQueue({ emergencyId, areaId, name, state: said, note: note?.trim() ?? '', requestId: uuidV7() }),
    onDone: () => onNote(undefined),
    failed: t`The area couldn’t be stored. Try again.`,
    invalidates: [orpc.captains.open.key(), orpc.captains.sweeps.key()],
  })
  const tones = { open: 'quiet', clear: 'good', not_reached: 'danger' } as const
  const icons = { open: IconHelpCircle, clear: IconCheck, not_reached: IconDoorOff } as const
  return (
    <Panel p="sm" gap="sm">
      <Group justify="space-between" gap="sm" align="flex-start" wrap="nowrap">
        <Box fz="1.125rem" fw={600} lh={1.3} dir="auto">
          {name}
        </Box>
        <Tag tone={tones[state]} icon={icons[state]} outlined={state === 'open'}>
          {sweepLabels[state]}
        </Tag>
      </Group>
      {showsZone && (
        <Text c="dimmed" dir="auto">
          {zoneName}
        </Text>
      )}
      {claim && <ClaimLine claim={claim} />}
      {disputed && (
        <div>
          <Tag tone="caution" icon={IconAlertTriangle}>
            {t`Two answers`}
          </Tag>
        </div>
      )}
      {isWaiting && (
        <Text fw={600} role="status">
          {t`Not sent yet. It will be sent when you’re back online.`}
        </Text>
      )}
      {mayMark && (
        <>
          {hasNote && (
            <TextInput
              label={t`Note`}
              maxLength={200}
              value={note}
              autoFocus={isNoteNew}
              onChange={event => onNote(event.currentTarget.value)}
            />
          )}
          <SimpleGrid minColWidth="min(100%, 5.25rem)" autoFlow="auto-fit" spacing="xs">
            <AreaButton
              icon={IconCheck}
              label={sweepLabels.clear}
              fullLabel={t`${name}: clear`}
              color="green"
              disabled={say.isPending || (state === 'clear' && !hasNote)}
              onPress={() => say.mutate('clear')}
            />
            <AreaButton
              icon={IconDoorOff}
              label={sweepLabels.not_reached}
              fullLabel={t`${name}: not reached`}
              color="red"
              variant="light"
              disabled={say.isPending || (state === 'not_reached' && !hasNote)}
              onPress={() => say.mutate('not_reached')}
            />
            {!hasNote && (
              <AreaButton
                icon={IconNote}
                label={t`Note`}
                fullLabel={t`Note about ${name}`}
                variant="default"
                onPress={() => {
                  setIsNoteNew(true)
                  onNote('')
                }}
              />
            )}
          </SimpleGrid>
        </>
      )}
    </Panel>
  )
}

type ButtonProps = {
  icon: Icon
  label: string
  fullLabel: string
  color?: string
  variant?: string
  disabled?: boolean
  onPress: () => void
}

function AreaButton({
  icon: ButtonIcon,
  label,
  fullLabel,
  color,
  variant = 'filled',
  disabled,
  onPress,
}: ButtonProps) {
  return (
    <Button
      h="auto"
      mih={64}
      px={4}
      py={6}
      variant={variant}
      {...(color && { color })}
      disabled={disabled ?? false}
      aria-label={fullLabel}
      onClick={onPress}
    >
      <span className={classes.answer}>
        <ButtonIcon size="1.5rem" aria-hidden />
        {label}
      </span>
    </Button>
  )
}

function ClaimLine({ claim: { by, at, note } }: { claim: NonNullable<Sweep['claim']> }) {
  const clock = useContext(ClockContext).formatClock(new Date(at), new Date())
  return (
    <Text dir="auto">
      {t`${by}, ${clock}`}
      {note !== '' && `: ${note}`}
    </Text>
  )
}
