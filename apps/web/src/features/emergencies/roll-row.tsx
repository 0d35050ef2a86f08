import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core'
import type { EmergencyDetail, EmergencyPerson } from '@muster/contract/emergencies.ts'
import type { LastPosition } from '@muster/contract/emergency-board.ts'
import type { PersonState } from '@muster/domain/emergency.ts'
import { IconCheck, IconDots } from '@tabler/icons-react'
import { v7 as uuidV7 } from 'uuid'
import { api, orpc } from '../../lib/api.ts'
import { toShownName } from '../../lib/shown-name.ts'
import { queuedMarker, useSendOrQueue, useWaitingPayloads } from '../../offline/use-send-or-queue.ts'
import { useAct } from '../../ui/forms/use-act.ts'
import { Menu } from '../../ui/layout/menu.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { useIsWideScreen } from '../../ui/layout/use-screen.ts'
import { CallLink } from '../../ui/people/call-link.tsx'
import { Name } from '../../ui/people/name.tsx'
import { notify } from '../../ui/toast/notify.ts'
import { notifyUndoable } from '../../ui/toast/notify-undoable.ts'
import { LastKnown } from './board/last-known.tsx'
import { NeedsText } from './captain/needs-text.tsx'
import { type EmergencyMarkToSend, emergencyMarkSender } from './emergency-mark.sender.ts'
import { claimLabel, stateLabels } from './emergency-words.ts'
import {
  ClaimLines,
  InsideWithTag,
  PersonNotes,
  SeenOnList,
  TwoAnswersTag,
  WhyListed,
} from './person-parts.tsx'
import { PhoneText } from './phone-text.tsx'

const otherMarks: readonly PersonState[] = ['help', 'elsewhere', 'not_on_site', 'missing']

type Props = {
  person: EmergencyPerson
  emergency: Pick<EmergencyDetail, 'id' | 'mayManage'>
  /** The last known position of somebody who is not accounted for. */
  position?: LastPosition | undefined
  /** Shows the position on the map of the page. */
  onShowOnMap?: (() => void) | undefined
  /** Called after a mark, which waits on this device if it is queued. */
  onMark?: ((state: PersonState, isQueued: boolean) => void) | undefined
}

type Mark = { state: PersonState; requestId: string; isUndo?: boolean; undoes?: string }

const createMark = (state: PersonState): Mark => ({ state, requestId: uuidV7() })

/** The mark that undoes another; undefined for one that did not end a call for help, and so changed nothing. */
function createUndo(before: PersonState, { state, requestId }: Mark): Mark | undefined {
  if (before === 'help' && state !== 'safe') return undefined
  return { ...createMark(before), isUndo: true, ...(state === 'help' && { undoes: requestId }) }
}

/** A person on the roll: why they count, where they were last, what was said about them, and the buttons to call and mark them. */
export function RollRow({ person, emergency, position, onShowOnMap, onMark }: Props) {
  const { phone, state, claims, why, zoneName, insideSince, seenAt, accuracyMeters, badgeOut } = person
  const name = toShownName(person.name)
  // A desk may have no telephone that dials, so the number is there to read and to copy.
  const isDesk = useIsWideScreen()
  const sendOrQueue = useSendOrQueue<EmergencyMarkToSend>(emergencyMarkSender)
  const waiting = useWaitingPayloads<EmergencyMarkToSend>(emergencyMarkSender).findLast(
    it => it.personId === person.id,
  )
  const mark = useAct({
    call: ({ state: marked, undoes, requestId }: Mark) => {
      const claim = {
        emergencyId: emergency.id,
        state: undoes ? 'undone' : marked,
        undoes,
        requestId,
      } as const
      return sendOrQueue({ ...claim, personId: person.id, name }, () =>
        api.emergencies.mark({ ...claim, personIds: [person.id] }),
      )
    },
    onDone: (answer, done) => {
      const { state: marked, isUndo } = done
      const text = t`${name}: ${stateLabels[marked]}`
      if (isUndo) return notify.success(text)
      onMark?.(marked, answer === queuedMarker)
      const undo = createUndo(state, done)
      if (undo) notifyUndoable(text, () => mark.mutate(undo), { silent: true })
    },
    failed: t`${name} couldn’t be marked. Try again.`,
    invalidates: [orpc.emergencies.key()],
  })
  return (
    <Panel p="sm" {...(state === 'help' && { bg: 'var(--m-danger-tint)', bd: '1px solid var(--m-danger)' })}>
      <Group justify="space-between" gap="sm">
        <Stack gap={2} flex="1 1 14rem" miw={0}>
          <Group gap="xs">
            <Text fw={600} size="md">
              <Name>{name}</Name>
            </Text>
            {person.disputed && <TwoAnswersTag />}
            {person.insideWith && <InsideWithTag insideWith={person.insideWith} />}
          </Group>
          <WhyListed
            why={why}
            zoneName={zoneName}
            seenAt={seenAt}
            accuracyMeters={accuracyMeters}
            badgeOut={badgeOut}
            insideSince={why === 'visitor' ? insideSince : null}
            position={position}
          />
          {person.uncountedReason !== null && (
            <Text size="sm" dir="auto">
              {person.uncountedReason}
            </Text>
          )}
          <PersonNotes seenOutsideAt={person.seenOutsideAt} note={person.note} />
          {person.needs !== '' && <NeedsText needs={person.needs} />}
          {position && <LastKnown position={position} onShow={onShowOnMap} />}
          <SeenOnList person={person} position={position} />
          {waiting && (
            <Text size="sm" fw={600} role="status">
              {claimLabel(waiting)} · {t`Not sent yet. It will be sent when you’re back online.`}
            </Text>
          )}
          <ClaimLines claims={claims} />
        </Stack>
        <Group gap="xs">
          {isDesk && <PhoneText phone={phone} name={name} />}
          <CallLink name={name} phone={phone} />
          {person.mayMark && (
            <>
              {state !== 'safe' && (
                <Button
                  data-mark
                  mih={48}
                  color="green"
                  leftSection={<IconCheck size="1.25rem" aria-hidden />}
                  loading={mark.isPending && mark.variables?.state === 'safe'}
                  disabled={mark.isPending}
                  aria-label={t`Mark ${name} as safe`}
                  onClick={() => mark.mutate(createMark('safe'))}
                >
                  <Trans>Safe</Trans>
                </Button>
              )}
              <Menu position="bottom-end">
                <Menu.Target>
                  <ActionIcon data-mark size={48} variant="default" aria-label={t`More for ${name}`}>
                    <IconDots size="1.25rem" aria-hidden />
                  </ActionIcon>
                </Menu.Target>
                <Menu.Dropdown>
                  {otherMarks
                    .filter(it => it !== state)
                    .map(it => (
                      <Menu.Item key={it} onClick={() => mark.mutate(createMark(it))}>
                        {stateLabels[it]}
                      </Menu.Item>
                    ))}
                </Menu.Dropdown>
              </Menu>
            </>
          )}
        </Group>
      </Group>
    </Panel>
  )
}
