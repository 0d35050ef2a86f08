import { t } from '@lingui/core/macro'
import { Button, Group, NativeSelect, Stack } from '@mantine/core'
import { type CoordinateList, emptyList } from './coordinate-list.ts'
import { CoordinateListEditor } from './coordinate-list-editor.tsx'
import { addHole, addPart, putRing, removeRing } from './ring-draft.ts'
import {
  findOpenRing,
  isFinished,
  isSameRing,
  type RingPlace,
  ringAt,
  ringTitle,
  type ShapeDraft,
  toRingPlaces,
} from './shape-draft.ts'

type Props = {
  draft: ShapeDraft
  onChange: (draft: ShapeDraft) => void
  /** The selected ring, which has the drag handles on the map. */
  chosen: RingPlace
  onChoose: (ring: RingPlace) => void
  /** The problem with one of the rings, shown after a submit. */
  error: string | undefined
}

function removeText({ part, ring }: RingPlace): string {
  const number = part + 1
  return ring === 0 ? t`Remove part ${number}` : t`Remove hole ${ring} of part ${number}`
}

const toKey = ({ part, ring }: RingPlace) => `${part}-${ring}`
const firstRing: RingPlace = { part: 0, ring: 0 }

/** Edits the rings of a zone one at a time. Most zones have one; some have holes or several parts. */
export function RingsEditor({ draft, onChange, chosen, onChoose, error }: Props) {
  const places = toRingPlaces(draft)
  const chosenRing = places.find(place => isSameRing(place, chosen)) ?? firstRing
  const list = ringAt(draft, chosenRing) ?? emptyList
  const openRing = findOpenRing(draft)
  const isUnfinished = (ring: CoordinateList) => !isFinished(ring) || ring.editing !== null
  // An error in another ring is shown at the ring selection.
  const otherRingError = isUnfinished(list) ? undefined : error

  const add = (next: ShapeDraft) => {
    onChange(next)
    onChoose(next.adding ?? firstRing)
  }
  const remove = () => {
    onChange(removeRing(draft, chosenRing))
    onChoose(firstRing)
  }
  /** Renders a button that is never `disabled`, so that it keeps the focus when it starts a ring. */
  const renderButton = (label: string, onClick: () => void, isDisabled: boolean) => (
    <Button
      variant="subtle"
      color="gray"
      data-disabled={isDisabled || undefined}
      aria-disabled={isDisabled || undefined}
      onClick={() => !isDisabled && onClick()}
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
          value={toKey(chosenRing)}
          onChange={event =>
            onChoose(places.find(place => toKey(place) === event.currentTarget.value) ?? chosenRing)
          }
          error={otherRingError}
        />
      )}
      <CoordinateListEditor
        key={toKey(chosenRing)}
        list={list}
        onChange={next => onChange(putRing(draft, chosenRing, next))}
        error={otherRingError ? undefined : error}
      />
      {/* A hole or another part needs a finished outline first. */}
      {places.some(place => isFinished(ringAt(draft, place) ?? emptyList)) && (
        <Group gap="8px 12px">
          {renderButton(t`Add a hole`, () => add(addHole(draft, chosenRing.part)), openRing !== undefined)}
          {renderButton(t`Add a part`, () => add(addPart(draft)), openRing !== undefined)}
          {places.length > 1 &&
            renderButton(
              removeText(chosenRing),
              remove,
              draft.adding !== undefined && !isSameRing(chosenRing, draft.adding),
            )}
        </Group>
      )}
    </Stack>
  )
}
