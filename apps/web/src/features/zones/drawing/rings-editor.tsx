import { t } from '@lingui/core/macro'
import { Button, Group, NativeSelect, Stack } from '@mantine/core'
import { type CoordinateList, emptyList } from './coordinate-list.ts'
import { CoordinateListEditor } from './coordinate-list-editor.tsx'
import { addHole, addPart, putRing, removeRing } from './ring-draft.ts'
import {
  findOpenRing,
  isFinished,
  isSameRing,
  placesIn,
  type RingPlace,
  ringAt,
  ringTitle,
  type ShapeDraft,
} from './shape-draft.ts'

type Props = {
  draft: ShapeDraft
  onChange: (draft: ShapeDraft) => void
  /** The selected ring, which has the drag handles on the map. */
  chosen: RingPlace
  onChoose: (ring: RingPlace) => void
  /** The problem of one of the rings, after a submit. */
  error: string | undefined
}

function removeText({ part, ring }: RingPlace): string {
  const number = part + 1
  return ring === 0 ? t`Remove part ${number}` : t`Remove hole ${ring} of part ${number}`
}

const toKey = ({ part, ring }: RingPlace) => `${part}-${ring}`
const first: RingPlace = { part: 0, ring: 0 }

/** Edits the rings of a zone one at a time. Most zones have one; some have holes or several parts. */
export function RingsEditor({ draft, onChange, chosen, onChoose, error }: Props) {
  const places = placesIn(draft)
  const at = places.find(place => isSameRing(place, chosen)) ?? first
  const list = ringAt(draft, at) ?? emptyList
  const open = findOpenRing(draft)
  const isUnfinished = (ring: CoordinateList) => !isFinished(ring) || ring.editing !== null
  // An error in another ring is shown at the ring selection.
  const elsewhere = isUnfinished(list) ? undefined : error

  const add = (next: ShapeDraft) => {
    onChange(next)
    onChoose(next.adding ?? first)
  }
  const remove = () => {
    onChange(removeRing(draft, at))
    onChoose(first)
  }
  /** Renders a button that is never `disabled`, so that it keeps the focus when it starts a ring. */
  const button = (label: string, act: () => void, off: boolean) => (
    <Button
      variant="subtle"
      color="gray"
      data-disabled={off || undefined}
      aria-disabled={off || undefined}
      onClick={() => !off && act()}
    >
      {label}
    </Button>
  )
  return (
    <Stack>
      {places.length > 1 && (
        <NativeSelect
          label={t`Outline`}
          data={places.map(place => ({ value: toKey(place), label: ringTitle(place) }))}
          value={toKey(at)}
          onChange={event => onChoose(places.find(place => toKey(place) === event.currentTarget.value) ?? at)}
          error={elsewhere}
        />
      )}
      <CoordinateListEditor
        key={toKey(at)}
        list={list}
        onChange={next => onChange(putRing(draft, at, next))}
        error={elsewhere ? undefined : error}
      />
      {/* A hole or another part needs a finished outline first. */}
      {places.some(place => isFinished(ringAt(draft, place) ?? emptyList)) && (
        <Group gap="8px 12px">
          {button(t`Add a hole`, () => add(addHole(draft, at.part)), open !== undefined)}
          {button(t`Add a part`, () => add(addPart(draft)), open !== undefined)}
          {places.length > 1 &&
            button(removeText(at), remove, draft.adding !== undefined && !isSameRing(at, draft.adding))}
        </Group>
      )}
    </Stack>
  )
}
