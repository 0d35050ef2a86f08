import { SegmentedControl } from '@mantine/core'
import { areaM2 } from '@muster/domain/geo/area.ts'
import type { ShapeProblem } from '@muster/domain/geo/shape-problem.ts'
import { rectangleFormErrors } from '@muster/domain/zone-form.ts'
import { useId, useMemo } from 'react'
import { formatArea } from '../../lib/format-area.ts'
import { locator } from '../../lib/geolocation/locator.ts'
import { DrawShape } from '../../map/public.tsx'
import classes from './create-zone-dialog.module.css'
import { PlaceFields } from './place-fields.tsx'
import { RingsEditor } from './rings-editor.tsx'
import { draftOfShape, type ShapeDraft, shapeOfDraft } from './shape-draft.ts'
import { marksOf, ShapeProblems } from './shape-problems.tsx'
import { useShapeHistory } from './use-shape-history.ts'
import type { ZonesAround } from './use-zones-around.ts'

type Props = {
  draft: ShapeDraft
  onChange: (draft: ShapeDraft) => void
  problems: readonly ShapeProblem[]
  /** What is missing for a shape, once the form was sent. */
  error: string | undefined
  mapLabel: string
  around: ZonesAround
}

/** What is wrong with one of the two corners. */
function cornerError({ start, end }: ShapeDraft, corner: 'start' | 'end'): string | undefined {
  const corners = { startLat: start.lat, startLng: start.lng, endLat: end.lat, endLng: end.lng }
  const errors = rectangleFormErrors({ name: '-', ...corners }).filter(({ field }) =>
    field.startsWith(corner),
  )
  return errors.length === 0 ? undefined : errors.map(({ message }) => message).join(', ')
}

async function findMe() {
  const place = await locator.find('creator')
  return 'problem' in place ? { problem: `Failed to get current location. ${place.problem}` } : place
}

/** The shape of a zone, drawn on the map or typed beside it: both change the same. */
export function ShapeEditor({ draft, onChange, problems, error, mapLabel, around }: Props) {
  const label = useId()
  const { change, undo, canUndo } = useShapeHistory(draft, onChange)
  const shape = useMemo(() => shapeOfDraft(draft), [draft])
  const marks = useMemo(() => marksOf(problems), [problems])
  // What is wrong with a whole shape is said with its place.
  const missing = problems.length > 0 ? undefined : error
  return (
    <div className={classes.shape} data-field="shape">
      <DrawShape
        label={mapLabel}
        {...around}
        value={shape}
        onChange={drawn => change(draftOfShape(drawn))}
        onUndo={canUndo ? undo : undefined}
        problems={marks}
        onLocate={findMe}
      />
      <div className={classes.fields}>
        <div>
          <div className={classes.label} id={label}>
            Shape
          </div>
          <SegmentedControl
            aria-labelledby={label}
            fullWidth
            data={[
              { value: 'polygon', label: 'Polygon' },
              { value: 'rectangle', label: 'Box' },
              { value: 'circle', label: 'Circle' },
            ]}
            value={draft.kind}
            onChange={kind => change({ ...draft, kind: kind as ShapeDraft['kind'] })}
          />
        </div>
        {draft.kind === 'polygon' ? (
          <RingsEditor parts={draft.parts} onChange={parts => change({ ...draft, parts })} error={missing} />
        ) : (
          <>
            <PlaceFields
              legend="Start corner"
              value={draft.start}
              onChange={start => change({ ...draft, start })}
              error={missing && cornerError(draft, 'start')}
            />
            <PlaceFields
              legend="End corner"
              value={draft.end}
              onChange={end => change({ ...draft, end })}
              error={missing && cornerError(draft, 'end')}
            />
          </>
        )}
        {shape && problems.length === 0 && <p className={classes.help}>Area {formatArea(areaM2(shape))}</p>}
        <ShapeProblems problems={problems} />
      </div>
    </div>
  )
}
