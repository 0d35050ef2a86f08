import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { SegmentedControl, Stack, Text } from '@mantine/core'
import { areaM2 } from '@muster/domain/geo/area.ts'
import type { ZoneShape } from '@muster/domain/geo/shape.ts'
import type { ShapeProblem } from '@muster/domain/geo/shape-problem.ts'
import { toOutline } from '@muster/domain/geo-json.ts'
import { rectangleFormErrors } from '@muster/domain/zone-form.ts'
import { useId, useMemo, useState } from 'react'
import { formatArea } from '../../../lib/format-area.ts'
import { locator } from '../../../lib/geolocation/locator.ts'
import { DrawShape } from '../../../map/public.tsx'
import { Columns } from '../../../ui/layout/columns.tsx'
import { useShapeHistory } from '../detail/use-shape-history.ts'
import { toCoordinateList } from './coordinate-list.ts'
import { PlaceFields } from './place-fields.tsx'
import { cancelRing, putRing, ringProblems } from './ring-draft.ts'
import { RingsEditor } from './rings-editor.tsx'
import {
  draftToShape,
  findOpenRing,
  isBlank,
  joinMessages,
  type RingPlace,
  ringAt,
  ringTexts,
  type ShapeDraft,
  shapeToDraft,
  toFinishedShape,
} from './shape-draft.ts'
import { ShapeProblems, toMarkers } from './shape-problems.tsx'
import { useLastCompleteShape } from './use-last-complete-shape.ts'
import type { ZonesAround } from './use-zones-around.ts'

type Props = {
  draft: ShapeDraft
  onChange: (draft: ShapeDraft) => void
  problems: readonly ShapeProblem[]
  /** The error to show if the shape is incomplete; set by a submit. */
  error: string | undefined
  mapLabel: string
  around: ZonesAround
}

/** Returns the validation errors for one corner of the rectangle, joined into one text. */
function cornerError({ start, end }: ShapeDraft, corner: 'start' | 'end'): string | undefined {
  const corners = { startLat: start.lat, startLng: start.lng, endLat: end.lat, endLng: end.lng }
  const errors = rectangleFormErrors({ name: '-', ...corners }).filter(({ field }) =>
    field.startsWith(corner),
  )
  return joinMessages(errors)
}

async function findMe() {
  const position = await locator.find('creator')
  if (!('problem' in position)) return position
  const { problem } = position
  return { problem: t`Failed to get current location. ${problem}` }
}

/**
 * Applies a drawing to the draft: it becomes the open ring, or the whole shape if no ring is open, or if the drawing has several
 * parts or was cleared.
 */
function mergeDrawing(draft: ShapeDraft, openRing: RingPlace | undefined, drawnShape: ZoneShape | undefined) {
  if (!openRing || !drawnShape || drawnShape.boundary === 'multipolygon') return shapeToDraft(drawnShape)
  return putRing(draft, openRing, toCoordinateList(toOutline(drawnShape)))
}

/**
 * Returns what is being drawn. `pen`: the open ring or, if none is open, the whole shape. `standing` and `refusals`: the other
 * rings of the shape, and the open ring's conflicts with them.
 */
function choosePen(draft: ShapeDraft) {
  const openRing = findOpenRing(draft)
  if (!openRing) return { open: openRing, pen: draftToShape(draft), standing: undefined, refusals: [] }
  const list = ringAt(draft, openRing)
  const pen = list && draftToShape({ ...draft, parts: [[list]], adding: undefined })
  return {
    open: openRing,
    pen,
    standing: toFinishedShape(draft, openRing),
    refusals: ringProblems(draft, openRing),
  }
}

/** Edits a zone's shape, which is drawn on the map or typed as coordinates beside it. */
export function ShapeEditor({ draft, onChange, problems, error, mapLabel, around }: Props) {
  const labelId = useId()
  const { change, undo, canUndo } = useShapeHistory(draft, onChange)
  const [chosenRing, setChosenRing] = useState<RingPlace>(draft.adding ?? { part: 0, ring: 0 })
  const shape = useMemo(() => draftToShape(draft), [draft])
  const { open, pen, standing, refusals } = useMemo(() => choosePen(draft), [draft])
  const area = shape && formatArea(areaM2(shape))
  const formerShape = useLastCompleteShape(shape, isBlank(draft))
  const markers = useMemo(() => toMarkers(open ? refusals : problems), [open, refusals, problems])
  // The problems of a complete shape are listed separately, with their positions.
  const missingError = problems.length > 0 ? undefined : error
  const texts = open && ringTexts(open)
  const openRingAction = open &&
    texts && {
      ...texts,
      refusal: refusals.length > 0 ? texts.refusal : undefined,
      onCancel: () => change(cancelRing(draft, open)),
    }
  return (
    <Columns data-field="shape">
      <DrawShape
        label={mapLabel}
        {...around}
        value={pen}
        standing={standing ?? formerShape}
        act={openRingAction}
        chosen={chosenRing}
        // While a ring is open, no other ring can be selected.
        onChoose={open ? undefined : setChosenRing}
        onChange={drawnShape => change(mergeDrawing(draft, open, drawnShape))}
        onUndo={canUndo ? undo : undefined}
        problems={markers}
        onLocate={findMe}
      />
      <Stack>
        <div>
          <Text component="div" fw={600} mb={4} id={labelId}>
            <Trans>Shape</Trans>
          </Text>
          <SegmentedControl
            aria-labelledby={labelId}
            fullWidth
            data={[
              { value: 'polygon', label: t`Polygon` },
              { value: 'rectangle', label: t`Box` },
              { value: 'circle', label: t`Circle` },
            ]}
            value={draft.kind}
            onChange={kind => change({ ...draft, kind: kind as ShapeDraft['kind'] })}
          />
        </div>
        {draft.kind === 'polygon' ? (
          <RingsEditor
            draft={draft}
            onChange={change}
            chosen={chosenRing}
            onChoose={setChosenRing}
            error={missingError}
          />
        ) : (
          <>
            <PlaceFields
              legend={t`Start corner`}
              value={draft.start}
              onChange={start => change({ ...draft, start })}
              error={missingError && cornerError(draft, 'start')}
            />
            <PlaceFields
              legend={t`End corner`}
              value={draft.end}
              onChange={end => change({ ...draft, end })}
              error={missingError && cornerError(draft, 'end')}
            />
          </>
        )}
        {area !== undefined && problems.length === 0 && (
          <Text size="xs" c="dimmed">
            <Trans>Area {area}</Trans>
          </Text>
        )}
        <ShapeProblems problems={problems} />
      </Stack>
    </Columns>
  )
}
