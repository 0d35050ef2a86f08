import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { SegmentedControl, Stack, Text } from '@mantine/core'
import { areaM2 } from '@muster/domain/geo/area.ts'
import { shapeCentre } from '@muster/domain/geo/centre.ts'
import type { LatLng } from '@muster/domain/geo/lat-lng.ts'
import type { ZoneShape } from '@muster/domain/geo/shape.ts'
import type { ShapeProblem } from '@muster/domain/geo/shape-problem.ts'
import { toOutline } from '@muster/domain/geo-json.ts'
import { rectangleFormErrors } from '@muster/domain/zone-form.ts'
import { type ReactNode, useId, useMemo, useRef, useState } from 'react'
import { formatArea } from '../../../lib/format-area.ts'
import { locator } from '../../../lib/geolocation/locator.ts'
import { DrawShape } from '../../../map/public.tsx'
import { Columns } from '../../../ui/layout/columns.tsx'
import { CautionNote } from '../../../ui/states/caution-note.tsx'
import { FailedLine } from '../../../ui/states/failed-line.tsx'
import type { ShapeHistory } from '../detail/use-shape-history.ts'
import { toCoordinateList } from './coordinate-list.ts'
import { PlaceFields } from './place-fields.tsx'
import { PlaceSearch } from './place-search.tsx'
import { cancelRing, putRing, ringProblems } from './ring-draft.ts'
import { RingsEditor } from './rings-editor.tsx'
import {
  draftToShape,
  findOpenRing,
  isBlank,
  type RingPlace,
  ringAt,
  ringTexts,
  type ShapeDraft,
  shapeToDraft,
  toFinishedShape,
} from './shape-draft.ts'
import { findOverlaps, overlapText } from './shape-overlap.ts'
import { ShapeProblems, toMarkers } from './shape-problems.tsx'
import { useNeighbours } from './use-neighbours.ts'
import type { ZonesAround } from './use-zones-around.ts'

type Props = {
  draft: ShapeDraft
  /** Changes the draft. Changes from outside the editor use it too, so that Undo reverts them. */
  history: ShapeHistory
  problems: readonly ShapeProblem[]
  /** The error to show if the shape is incomplete; set by a submit. */
  error: string | undefined
  mapLabel: string
  around: ZonesAround
  /** Buttons beside the drawing tools. */
  moreTools?: ReactNode
  onKind?: (kind: ShapeDraft['kind']) => void
  /** Shown above the coordinates, such as the fields for the name. */
  children?: ReactNode
}

function cornerErrors({ start, end }: ShapeDraft, corner: 'start' | 'end') {
  const corners = { startLat: start.lat, startLng: start.lng, endLat: end.lat, endLng: end.lng }
  const errors = rectangleFormErrors({ name: '-', ...corners })
  const findText = (field: string) => {
    const error = errors.find(it => it.field === field)
    return error && i18n._(error.message)
  }
  return { lat: findText(`${corner}Lat`), lng: findText(`${corner}Lng`) }
}

async function findMe() {
  const position = await locator.find('creator')
  if (!('problem' in position)) return position
  const { problem } = position
  return { problem: t`Failed to get current location. ${problem}` }
}

/** It becomes the open ring, or the whole shape if none is open, or if the drawing has several parts or was cleared. */
function mergeDrawing(draft: ShapeDraft, openRing: RingPlace | undefined, drawnShape: ZoneShape | undefined) {
  if (!openRing || !drawnShape || drawnShape.boundary === 'multipolygon') return shapeToDraft(drawnShape)
  return putRing(draft, openRing, toCoordinateList(toOutline(drawnShape)))
}

/** `pen`: the open ring, otherwise the whole shape. `standing` and `refusals`: the other rings, and the conflicts with them. */
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

export function ShapeEditor(props: Props) {
  const { draft, history, problems, error, mapLabel, around, onKind } = props
  const labelId = useId()
  const { change, undo, canUndo, redo, canRedo } = history
  const [chosenRing, setChosenRing] = useState<RingPlace>(draft.adding ?? { part: 0, ring: 0 })
  const shape = useMemo(() => draftToShape(draft), [draft])
  const { open, pen, standing, refusals } = useMemo(() => choosePen(draft), [draft])
  const area = shape && formatArea(areaM2(shape))
  const [place, setPlace] = useState<LatLng>()
  const focus = useMemo(() => (shape ? shapeCentre(shape) : undefined), [shape])
  const { neighbours, placeSearch, failure } = useNeighbours(around, focus ?? place ?? around.near)
  const overlap = useMemo(
    () => (shape ? overlapText(findOverlaps(shape, neighbours)) : undefined),
    [shape, neighbours],
  )
  const chooseKind = (kind: ShapeDraft['kind']) => {
    change({ ...draft, kind })
    onKind?.(kind)
  }
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
      <Stack gap="xs">
        <PlaceSearch onPick={({ at }) => setPlace(at)} isOff={placeSearch === false} />
        {failure && (
          <FailedLine
            text={t`Zones nearby couldn’t be loaded`}
            error={failure.error}
            onRetry={failure.retry}
            retrying={failure.isRetrying}
          />
        )}
        <DrawShape
          label={mapLabel}
          near={around.near}
          others={neighbours}
          value={pen}
          standing={standing ?? formerShape}
          act={openRingAction}
          chosen={chosenRing}
          // While a ring is open, no other ring can be selected.
          onChoose={open ? undefined : setChosenRing}
          onChange={drawnShape => change(mergeDrawing(draft, open, drawnShape))}
          onUndo={canUndo ? undo : undefined}
          onRedo={canRedo ? redo : undefined}
          startTool={draft.kind}
          // While nothing is drawn, the fields follow the tool.
          onTool={tool => (isBlank(draft) ? chooseKind(tool) : onKind?.(tool))}
          moreTools={props.moreTools}
          lookAt={place}
          problems={markers}
          onLocate={findMe}
          remark={overlap && <CautionNote>{overlap}</CautionNote>}
        />
      </Stack>
      <Stack>
        {props.children}
        <div>
          <Text component="div" fw={600} mb={4} id={labelId}>
            {t`Shape`}
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
            onChange={kind => chooseKind(kind as ShapeDraft['kind'])}
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
              error={undefined}
              fieldErrors={missingError ? cornerErrors(draft, 'start') : undefined}
            />
            <PlaceFields
              legend={t`End corner`}
              value={draft.end}
              onChange={end => change({ ...draft, end })}
              error={undefined}
              fieldErrors={missingError ? cornerErrors(draft, 'end') : undefined}
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

/** While the draft is half typed or changing its kind, the map still shows this. Undefined if it is complete or blank. */
function useLastCompleteShape(shape: ZoneShape | undefined, isBlank: boolean): ZoneShape | undefined {
  const lastShape = useRef(shape)
  if (shape || isBlank) lastShape.current = shape
  return shape ? undefined : lastShape.current
}
