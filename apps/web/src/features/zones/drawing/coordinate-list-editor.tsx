import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Flex, Stack } from '@mantine/core'
import { coordinateMessage, fieldNumber } from '@muster/domain/zone-form.ts'
import { IconPlus } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import { formatCount } from '../../../lib/format-count.ts'
import { focusMarked } from '../../../ui/forms/focus-marked.ts'
import { announce } from '../../../ui/live/live-region.tsx'
import { addPoint, type CoordinateList } from './coordinate-list.ts'
import classes from './coordinate-list-editor.module.css'
import { CoordinatePoint, EditedPoint, type PointControl } from './coordinate-point.tsx'
import { PlaceFields, type TypedPlace } from './place-fields.tsx'

type Props = {
  list: CoordinateList
  onChange: (list: CoordinateList) => void
  /** The problem shown after a submit: a missing point, or a point still being edited. */
  error: string | undefined
}

const nothing: TypedPlace = { lat: '', lng: '' }
const fieldOfNew = 'fieldset input'

/** A list for adding, inserting, editing, reordering and removing the points of a polygon without a mouse or a map. */
export function CoordinateListEditor({ list, onChange, error }: Props) {
  const heading = useId()
  const count = formatCount(list.points.length)
  const points = useRef<HTMLOListElement>(null)
  const add = useRef<HTMLDivElement>(null)
  const focus = useFocusAfter()
  const [typed, setTyped] = useState(nothing)
  const [problem, setProblem] = useState<string>()

  const take = () => {
    const message = coordinateMessage(typed.lat, typed.lng)
    setProblem(message && i18n._(message))
    if (message) return focusMarked(add.current)
    const number = list.points.length + 1
    onChange(addPoint(list, { lat: fieldNumber(typed.lat), lng: fieldNumber(typed.lng) }))
    announce(t`Coordinate ${number} added`)
    setTyped(nothing)
    focus(() => add.current?.querySelector<HTMLElement>(fieldOfNew))
  }
  const change = (
    next: CoordinateList,
    announcement?: string,
    at?: { key: number; control: PointControl },
  ) => {
    onChange(next)
    if (announcement) announce(announcement)
    const selector = at && `[data-point="${at.key}"] [data-control="${at.control}"]`
    if (selector) focus(() => points.current?.querySelector<HTMLElement>(selector))
    else if (next.points.length === 0) focus(() => add.current?.querySelector<HTMLElement>(fieldOfNew))
  }
  return (
    <Flex component="section" direction="column" gap="xs" aria-labelledby={heading}>
      <h3 id={heading}>
        <Trans>Coordinates ({count})</Trans>
      </h3>
      {list.points.length > 0 && (
        <ol ref={points} className={classes.points}>
          {list.points.map((point, place) => {
            const Shown = list.editing?.key === point.key ? EditedPoint : CoordinatePoint
            return (
              <li key={point.key} className={classes.point} data-point={point.key}>
                <Shown list={list} point={point} place={place} onChange={change} error={error} />
              </li>
            )
          })}
        </ol>
      )}
      <Stack ref={add} gap="xs">
        <PlaceFields
          legend={t`New coordinate`}
          value={typed}
          onChange={next => {
            setTyped(next)
            setProblem(undefined)
          }}
          onEnter={take}
          error={problem ?? (list.editing ? undefined : error)}
        />
        <Button
          variant="default"
          style={{ alignSelf: 'flex-start' }}
          leftSection={<IconPlus size="1.125rem" aria-hidden />}
          onClick={take}
        >
          <Trans>Add Coordinate</Trans>
        </Button>
      </Stack>
    </Flex>
  )
}

/** Moves the focus once the change is rendered, because the focused element may have been removed or moved. */
function useFocusAfter() {
  const find = useRef<() => HTMLElement | null | undefined>(undefined)
  useEffect(() => {
    find.current?.()?.focus()
    find.current = undefined
  })
  return (next: () => HTMLElement | null | undefined) => {
    find.current = next
  }
}
