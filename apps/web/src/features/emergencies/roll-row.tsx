import { t } from '@lingui/core/macro'
import { Button, Stack, UnstyledButton } from '@mantine/core'
import type { EmergencyDetail } from '@muster/contract/emergencies.ts'
import type { LastPosition } from '@muster/contract/emergency-board.ts'
import type { RollPerson } from '@muster/contract/roll-person.ts'
import type { PersonState } from '@muster/domain/emergency.ts'
import { IconCheck, IconDots } from '@tabler/icons-react'
import { toShownName } from '../../lib/shown-name.ts'
import { useWaitingPayloads } from '../../offline/use-send-or-queue.ts'
import { ActionIcon } from '../../ui/action-icon.tsx'
import { useOpensDetails } from '../../ui/dialogs/detail-rows.ts'
import { Menu } from '../../ui/layout/menu.tsx'
import { useIsPhone } from '../../ui/layout/use-screen.ts'
import { CallLink } from '../../ui/people/call-link.tsx'
import { Name } from '../../ui/people/name.tsx'
import { SelectBox } from '../../ui/people/select-box.tsx'
import { useMarks } from './board/use-marks.ts'
import { emergencyMarkSender } from './emergency-mark.sender.ts'
import { stateLabels } from './emergency-words.ts'
import { GoingButton, HelpersLine } from './going-button.tsx'
import { InsideWithTag, TwoAnswersTag, WhyLine } from './person-parts.tsx'
import classes from './roll-row.module.css'

const otherMarks: readonly PersonState[] = ['help', 'elsewhere', 'not_on_site', 'missing']

type Props = {
  person: RollPerson
  emergency: Pick<EmergencyDetail, 'id' | 'zones'>
  /** The last known position of somebody who is not accounted for. */
  position?: LastPosition | undefined
  /** True for somebody who has left the list and only keeps their place in it. */
  isGone?: boolean
  isOpen?: boolean
  onOpen?: (() => void) | undefined
  /** Undefined if rows cannot be selected. */
  selection?: { isSelected: boolean; onToggle: (isRange: boolean) => void } | undefined
  /** Called after a mark, which waits on this device if it is queued. */
  onMark?: ((person: RollPerson, state: PersonState, isQueued: boolean) => void) | undefined
}

export function RollRow({ person, emergency, position, isGone = false, ...props }: Props) {
  const { isOpen = false, onOpen, selection, onMark } = props
  const { phone, state } = person
  const name = toShownName(person.name)
  const isPhone = useIsPhone()
  const detailsProps = useOpensDetails(isOpen)
  const waiting = useWaitingPayloads(emergencyMarkSender).findLast(it => it.personId === person.id)
  const { mark, pending } = useMarks(emergency.id, {
    onMark: marked => onMark?.(person, marked.state, marked.isQueued),
  })
  const buttonSize = isPhone ? 48 : 36
  const mayMark = person.mayMark && !isGone
  const title = (
    <>
      <span className={classes.name}>
        <Name>{name}</Name>
      </span>
      {person.disputed && <TwoAnswersTag />}
      {person.insideWith && <InsideWithTag insideWith={person.insideWith} />}
    </>
  )
  return (
    <div
      className={classes.row}
      data-state={state}
      data-gone={isGone || undefined}
      data-open={isOpen || undefined}
      data-selected={selection?.isSelected || undefined}
    >
      {selection && (
        <div className={classes.select}>
          {mayMark && (
            <SelectBox
              label={t`Select ${name}`}
              checked={selection.isSelected}
              onToggle={selection.onToggle}
            />
          )}
        </div>
      )}
      <Stack miw={0} gap={0}>
        {onOpen ? (
          <UnstyledButton className={classes.open} data-small-target {...detailsProps} onClick={onOpen}>
            {title}
          </UnstyledButton>
        ) : (
          <div className={classes.open}>{title}</div>
        )}
        <div className={classes.why}>
          <WhyLine
            person={person}
            position={position}
            hasZones={emergency.zones.length !== 1}
            waiting={waiting}
          />
        </div>
        <HelpersLine helpers={person.helpers} />
      </Stack>
      {mayMark && state === 'help' && (
        <div className={classes.going}>
          <GoingButton emergencyId={emergency.id} person={person} height={36} />
        </div>
      )}
      <div className={classes.phone} dir="ltr">
        {phone}
      </div>
      <div className={classes.call}>
        <CallLink name={name} phone={phone} size={buttonSize} />
      </div>
      <div className={classes.safe}>
        {mayMark && state !== 'safe' ? (
          <Button
            data-mark
            h={buttonSize}
            mih={buttonSize}
            px={4}
            color="green"
            loading={pending === 'safe'}
            disabled={pending !== undefined}
            aria-label={t`Mark ${name} as safe`}
            onClick={() => mark([person], 'safe')}
          >
            {t`Safe`}
          </Button>
        ) : (
          state === 'safe' && (
            <span>
              <IconCheck size="1.25rem" aria-hidden />
            </span>
          )
        )}
      </div>
      <div className={classes.more}>
        {mayMark && (
          <Menu position="bottom-end" withinPortal>
            <Menu.Target>
              <ActionIcon
                icon={IconDots}
                data-mark
                size={isPhone ? 44 : 36}
                mih={buttonSize}
                aria-label={t`More for ${name}`}
              />
            </Menu.Target>
            <Menu.Dropdown>
              {otherMarks
                .filter(it => it !== state)
                .map(it => (
                  <Menu.Item key={it} onClick={() => mark([person], it)}>
                    {stateLabels[it]}
                  </Menu.Item>
                ))}
            </Menu.Dropdown>
          </Menu>
        )}
      </div>
    </div>
  )
}
