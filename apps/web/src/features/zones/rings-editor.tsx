import { Button, NativeSelect } from '@mantine/core'
import { limits } from '@muster/domain/limits.ts'
import { useState } from 'react'
import { type CoordinateList, emptyList } from './coordinate-list.ts'
import { CoordinateListEditor } from './coordinate-list-editor.tsx'
import classes from './create-zone-dialog.module.css'

type Parts = CoordinateList[][]
type Props = {
  parts: Parts
  onChange: (parts: Parts) => void
  /** What is missing in one of them, once the form was sent. */
  error: string | undefined
}
type Place = { part: number; ring: number }

const nameOf = ({ part, ring }: Place) =>
  ring === 0 ? `Part ${part + 1}` : `Hole ${ring} of part ${part + 1}`

/** The rings of a zone, one at a time: most zones have one, some have holes or several parts. */
export function RingsEditor({ parts, onChange, error }: Props) {
  const [chosen, setChosen] = useState<Place>({ part: 0, ring: 0 })
  const places = parts.flatMap((rings, part) => rings.map((_, ring) => ({ part, ring })))
  const at = places.find(it => it.part === chosen.part && it.ring === chosen.ring) ?? { part: 0, ring: 0 }
  const list = parts[at.part]?.[at.ring] ?? emptyList
  const isUnfinished = ({ points, editing }: CoordinateList) =>
    points.length < limits.polygonMinPoints || editing !== null
  // One that is not in view is asked for by the choice between them.
  const elsewhere = isUnfinished(list) ? undefined : error
  const keyOf = ({ part, ring }: Place) => `${part}-${ring}`

  const put = (next: CoordinateList) =>
    onChange(parts.map((rings, part) => (part === at.part ? rings.with(at.ring, next) : rings)))
  const add = (what: 'part' | 'hole') => {
    const holes = parts[at.part]?.length ?? 0
    const place = what === 'part' ? { part: parts.length, ring: 0 } : { part: at.part, ring: holes }
    onChange(
      what === 'part'
        ? [...parts, [emptyList]]
        : parts.map((rings, part) => (part === at.part ? [...rings, emptyList] : rings)),
    )
    setChosen(place)
  }
  /** A part goes with its holes. */
  const remove = () => {
    onChange(
      at.ring === 0
        ? parts.filter((_, part) => part !== at.part)
        : parts.map((rings, part) => (part === at.part ? rings.filter((_, n) => n !== at.ring) : rings)),
    )
    setChosen({ part: 0, ring: 0 })
  }

  return (
    <div className={classes.fields}>
      {places.length > 1 && (
        <NativeSelect
          label="Outline"
          data={places.map(place => ({ value: keyOf(place), label: nameOf(place) }))}
          value={keyOf(at)}
          onChange={event =>
            setChosen(places.find(place => keyOf(place) === event.currentTarget.value) ?? at)
          }
          error={elsewhere}
        />
      )}
      <CoordinateListEditor
        key={keyOf(at)}
        list={list}
        onChange={put}
        error={elsewhere ? undefined : error}
      />
      <div className={classes.place}>
        <Button variant="subtle" color="gray" onClick={() => add('hole')}>
          Add a hole
        </Button>
        <Button variant="subtle" color="gray" onClick={() => add('part')}>
          Add a part
        </Button>
        {places.length > 1 && (
          <Button variant="subtle" color="gray" onClick={remove}>
            Remove {nameOf(at).toLowerCase()}
          </Button>
        )}
      </div>
    </div>
  )
}
