import { t } from '@lingui/core/macro'
import { Button, Group, Stack, Text } from '@mantine/core'
import { type Icon, IconArrowDown, IconArrowUp, IconPencil, IconTrash } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { formatPlace } from '../../../lib/format-place.ts'
import { ActionIcon } from '../../../ui/action-icon.tsx'
import { focusFirstMarked } from '../../../ui/forms/focus-marked.ts'
import {
  beginEdit,
  type Coordinate,
  type CoordinateList,
  cancelEdit,
  insertAfter,
  movePoint,
  removePoint,
  saveEdit,
} from './coordinate-list.ts'
import classes from './coordinate-list-editor.module.css'
import { PlaceFields } from './place-fields.tsx'

export type PointControl = 'up' | 'down' | 'edit' | 'remove'

type Props = {
  list: CoordinateList
  point: Coordinate
  place: number
  /** Called with the changed list, the text to announce, and the element to focus, so that the focus stays in the list. */
  onChange: (
    list: CoordinateList,
    announcement?: string,
    focus?: { key: number; control: PointControl },
  ) => void
  error: string | undefined
}

export function CoordinatePoint({ list, point, place, onChange }: Props) {
  const { key } = point
  const number = place + 1
  const move = (offset: -1 | 1) => {
    const newNumber = number + offset
    onChange(movePoint(list, key, offset), t`Moved, now coordinate ${newNumber}`, {
      key,
      control: offset < 0 ? 'up' : 'down',
    })
  }
  const remove = () => {
    const neighbour = list.points[place + 1] ?? list.points[place - 1]
    const focusTarget = neighbour && ({ key: neighbour.key, control: 'remove' } as const)
    onChange(removePoint(list, key), t`Coordinate ${number} removed`, focusTarget)
  }
  const renderButton = (
    control: PointControl,
    label: string,
    icon: Icon,
    onClick: () => void,
    isDisabled = false,
  ) => (
    <ActionIcon
      icon={icon}
      iconSize="1.125rem"
      aria-label={label}
      className={classes.act}
      data-control={control}
      // Not disabled, so that a point moved to the end with this button keeps the focus on it.
      data-disabled={isDisabled || undefined}
      aria-disabled={isDisabled || undefined}
      onClick={() => !isDisabled && onClick()}
    />
  )
  return (
    <>
      <Text span inherit c="dimmed" miw="28px" data-figures aria-hidden>
        {number}
      </Text>
      <Text span inherit miw={0} flex={1} data-figures>
        {formatPlace(point)}
      </Text>
      {renderButton('up', t`Move coordinate ${number} up`, IconArrowUp, () => move(-1), place === 0)}
      {renderButton(
        'down',
        t`Move coordinate ${number} down`,
        IconArrowDown,
        () => move(1),
        place === list.points.length - 1,
      )}
      {renderButton('edit', t`Edit coordinate ${number}`, IconPencil, () => onChange(beginEdit(list, key)))}
      {renderButton('remove', t`Remove coordinate ${number}`, IconTrash, remove)}
    </>
  )
}

export function EditedPoint({ list, point, place, onChange, error }: Props) {
  const [problem, setProblem] = useState<string>()
  const boxRef = useRef<HTMLDivElement>(null)
  const { key } = point
  const { editing } = list
  const number = place + 1
  const nextNumber = place + 2
  if (!editing) return null
  const editFocusTarget = { key, control: 'edit' } as const
  const trySave = (onSaved: (list: CoordinateList) => void) => {
    const savedList = saveEdit(list)
    if (!('message' in savedList)) return onSaved(savedList)
    setProblem(savedList.message)
    focusFirstMarked(boxRef.current)
  }
  const save = () => trySave(next => onChange(next, t`Coordinate ${number} saved`, editFocusTarget))
  return (
    <Stack ref={boxRef} gap="xs" py={12} pe={8} flex={1}>
      <PlaceFields
        legend={t`Coordinate ${number}`}
        value={editing}
        onChange={next => {
          setProblem(undefined)
          onChange({ ...list, editing: { key, ...next } })
        }}
        onEnter={save}
        error={problem ?? error}
        focused
      />
      <Group gap="xs">
        <Button variant="light" onClick={save}>
          {t`Save`}
        </Button>
        <Button variant="default" onClick={() => onChange(cancelEdit(list), undefined, editFocusTarget)}>
          {t`Cancel`}
        </Button>
        {list.points.length > 1 && (
          <Button
            variant="default"
            onClick={() =>
              trySave(next =>
                onChange(insertAfter(next, key), t`Coordinate ${nextNumber} inserted, halfway to the next`),
              )
            }
          >
            {t`Insert after`}
          </Button>
        )}
      </Group>
    </Stack>
  )
}
