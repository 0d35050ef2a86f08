import { ActionIcon, Button } from '@mantine/core'
import type { LatLng } from '@muster/domain/geo/lat-lng.ts'
import { coordinateMessage, fieldNumber } from '@muster/domain/zone-form.ts'
import { IconArrowDown, IconArrowUp, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { formatPlace } from '../../lib/format-place.ts'
import {
  addPoint,
  beginEdit,
  type Coordinate,
  type CoordinateList,
  cancelEdit,
  movePoint,
  removePoint,
  saveEdit,
} from './coordinate-list.ts'
import classes from './coordinate-list-editor.module.css'
import { PlaceFields, type TypedPlace } from './place-fields.tsx'

type Props = { list: CoordinateList; onChange: (list: CoordinateList) => void }

const nothing: TypedPlace = { lat: '', lng: '' }

/** The points of a polygon as a list: add, edit, reorder and remove, without a mouse and without a map. */
export function CoordinateListEditor({ list, onChange }: Props) {
  const heading = useId()
  const [typed, setTyped] = useState(nothing)
  const [problem, setProblem] = useState<string>()
  const add = (place: TypedPlace) => {
    const message = coordinateMessage(place.lat, place.lng)
    setProblem(message)
    if (message) return
    onChange(addPoint(list, { lat: fieldNumber(place.lat), lng: fieldNumber(place.lng) }))
    setTyped(nothing)
  }
  return (
    <section className={classes.editor} aria-labelledby={heading}>
      <h3 id={heading} className={classes.heading}>
        Coordinates ({list.points.length})
      </h3>
      {list.points.length > 0 && (
        <ol className={classes.points}>
          {list.points.map((point, place) => (
            <li key={point.key} className={classes.point}>
              {list.editing?.key === point.key ? (
                <EditedPoint list={list} place={place} onChange={onChange} />
              ) : (
                <Point list={list} point={point} place={place} onChange={onChange} />
              )}
            </li>
          ))}
        </ol>
      )}
      <div className={classes.add}>
        <PlaceFields
          legend="New coordinate"
          value={typed}
          onChange={next => {
            setTyped(next)
            setProblem(undefined)
          }}
          onEnter={() => add(typed)}
          error={problem}
        />
        <Button variant="default" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => add(typed)}>
          Add Coordinate
        </Button>
      </div>
    </section>
  )
}

type PointProps = Props & { place: number }

function Point({ list, point, place, onChange }: PointProps & { point: Coordinate }) {
  const name = `coordinate ${place + 1}`
  const { key } = point
  return (
    <>
      <span className={classes.number} aria-hidden>
        {place + 1}
      </span>
      <span className={classes.place}>{formatPlace(point as LatLng)}</span>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Move ${name} up`}
        className={classes.move}
        disabled={place === 0}
        onClick={() => onChange(movePoint(list, key, -1))}
      >
        <IconArrowUp size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Move ${name} down`}
        className={classes.move}
        disabled={place === list.points.length - 1}
        onClick={() => onChange(movePoint(list, key, 1))}
      >
        <IconArrowDown size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Edit ${name}`}
        onClick={() => onChange(beginEdit(list, key))}
      >
        <IconPencil size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Remove ${name}`}
        onClick={() => onChange(removePoint(list, key))}
      >
        <IconTrash size={18} aria-hidden />
      </ActionIcon>
    </>
  )
}

function EditedPoint({ list, place, onChange }: PointProps) {
  const [problem, setProblem] = useState<string>()
  const { editing } = list
  if (!editing) return null
  const save = () => {
    const saved = saveEdit(list)
    if ('message' in saved) setProblem(saved.message)
    else onChange(saved)
  }
  return (
    <div className={classes.edited}>
      <PlaceFields
        legend={`Coordinate ${place + 1}`}
        value={editing}
        onChange={next => {
          setProblem(undefined)
          onChange({ ...list, editing: { key: editing.key, ...next } })
        }}
        onEnter={save}
        error={problem}
        focused
      />
      <div className={classes.buttons}>
        <Button variant="light" onClick={save}>
          Save
        </Button>
        <Button variant="default" onClick={() => onChange(cancelEdit(list))}>
          Cancel
        </Button>
      </div>
    </div>
  )
}
