import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Flex, Stack } from '@mantine/core'
import { coordinateMessage, toFieldNumber } from '@muster/domain/zone-form.ts'
import { IconPlus } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import { formatCount } from '../../../lib/format-count.ts'
import { Button } from '../../../ui/button.tsx'
import { focusFirstMarked } from '../../../ui/forms/focus-marked.ts'
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

const blankPlace: TypedPlace = { lat: '', lng: '' }
const newPointSelector = 'fieldset input'

export function CoordinateListEditor({ list, onChange, error }: Props) {
  const headingId = useId()
  const count = formatCount(list.points.length)
  const pointsRef = useRef<HTMLOListElement>(null)
  const addRef = useRef<HTMLDivElement>(null)
  const focusAfterRender = useFocusAfter()
  const [typedPlace, setTypedPlace] = useState(blankPlace)
  const [problem, setProblem] = useState<string>()

  const addTypedPoint = () => {
    const message = coordinateMessage(typedPlace.lat, typedPlace.lng)
    setProblem(message && i18n._(message))
    if (message) return focusFirstMarked(addRef.current)
    const number = list.points.length + 1
    onChange(addPoint(list, { lat: toFieldNumber(typedPlace.lat), lng: toFieldNumber(typedPlace.lng) }))
    announce(t`Coordinate ${number} added`)
    setTypedPlace(blankPlace)
    focusAfterRender(() => addRef.current?.querySelector<HTMLElement>(newPointSelector))
  }
  const applyChange = (
    next: CoordinateList,
    announcement?: string,
    at?: { key: number; control: PointControl },
  ) => {
    onChange(next)
    if (announcement) announce(announcement)
    const selector = at && `[data-point="${at.key}"] [data-control="${at.control}"]`
    if (selector) focusAfterRender(() => pointsRef.current?.querySelector<HTMLElement>(selector))
    else if (next.points.length === 0)
      focusAfterRender(() => addRef.current?.querySelector<HTMLElement>(newPointSelector))
  }
  return (
    <Flex component="section" direction="column" gap="xs" aria-labelledby={headingId}>
      <h3 id={headingId}>
        <Trans>Coordinates ({count})</Trans>
      </h3>
      {list.points.length > 0 && (
        <ol ref={pointsRef} className={classes.points}>
          {list.points.map((point, index) => {
            const PointRow = list.editing?.key === point.key ? EditedPoint : CoordinatePoint
            return (
              <li key={point.key} className={classes.point} data-point={point.key}>
                <PointRow list={list} point={point} place={index} onChange={applyChange} error={error} />
              </li>
            )
          })}
        </ol>
      )}
      <Stack ref={addRef} gap="xs">
        <PlaceFields
          legend={t`New coordinate`}
          value={typedPlace}
          onChange={next => {
            setTypedPlace(next)
            setProblem(undefined)
          }}
          onEnter={addTypedPoint}
          error={problem ?? (list.editing ? undefined : error)}
        />
        <Button variant="default" style={{ alignSelf: 'flex-start' }} icon={IconPlus} onClick={addTypedPoint}>
          {t`Add Coordinate`}
        </Button>
      </Stack>
    </Flex>
  )
}

/** Returns a function that moves the focus once the change is rendered, because the focused element may be removed or moved. */
function useFocusAfter() {
  const findElement = useRef<() => HTMLElement | null | undefined>(undefined)
  useEffect(() => {
    findElement.current?.()?.focus()
    findElement.current = undefined
  })
  return (next: () => HTMLElement | null | undefined) => {
    findElement.current = next
  }
}
