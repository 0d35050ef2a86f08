import type { LatLng } from '@muster/domain/geo/lat-lng.ts'
import type { ZoneShape } from '@muster/domain/geo/shape.ts'
import {
  IconArrowBackUp,
  IconCircle,
  IconPolygon,
  IconRectangle,
  IconTrash,
  IconVector,
} from '@tabler/icons-react'
import { useMemo, useRef, useState } from 'react'
import { canDrawMaps } from './can-draw.ts'
import classes from './draw/draw-shape.module.css'
import { DrawToolButton } from './draw/draw-tool-button.tsx'
import type { DrawTool } from './draw/drawn-features.ts'
import { measureShape } from './draw/measure-shape.ts'
import { useDrawing } from './draw/use-drawing.ts'
import { type Located, MapSurface } from './map-surface.tsx'
import { viewOf } from './map-view.ts'
import type { MapArea, MapMark, MapMe } from './surface.ts'

export type DrawShapeProps = {
  /** What is drawn, for who cannot see it: "Boundary of the new zone". */
  label: string
  value: ZoneShape | undefined
  /** Every step of the drawing, and undefined when it was cleared. What comes back as `value` is shown. */
  onChange: (shape: ZoneShape | undefined) => void
  /** Takes the last change back, whoever made it; undefined where there is none. */
  onUndo: (() => void) | undefined
  /** Other areas around it, for orientation. */
  others?: readonly MapArea[]
  me?: MapMe | null
  /** Where to begin when there is nothing yet. */
  near?: LatLng
  /** Why the shape is refused, and where. */
  problems?: readonly MapMark[]
  onLocate?: () => Promise<Located>
}

const none: readonly never[] = []
const tools: { tool: DrawTool; label: string; icon: typeof IconPolygon }[] = [
  { tool: 'polygon', label: 'Polygon', icon: IconPolygon },
  { tool: 'rectangle', label: 'Box', icon: IconRectangle },
  { tool: 'circle', label: 'Circle', icon: IconCircle },
]

const hints: Record<DrawTool | 'edit', string> = {
  polygon: 'Tap each corner. Tap the first one again to finish.',
  rectangle: 'Tap one corner, then the opposite one.',
  circle: 'Tap the middle, then the edge.',
  // Of a polygon; boxes and circles only have a size.
  edit: 'Drag a corner to move it, a dot between two to add one. Right-click a corner to take it away, or use the list.',
}

const resizeHint = 'Drag a corner to change its size, or the middle to move it.'

/** Draws and edits one area on a map. The list of its coordinates is the way for keys, and for browsers without maps. */
export function DrawShape(props: DrawShapeProps) {
  const { label, value, onChange, onUndo, others = none, me, near, problems = none, onLocate } = props
  // Where it cannot be drawn on, there are no tools to draw with.
  const [hasPens] = useState(canDrawMaps)
  const { draft, tool, use, undo, canUndo, onSurface } = useDrawing(
    value,
    onChange,
    onUndo,
    problems.length === 0,
  )
  const areas = useMemo<readonly MapArea[]>(
    () => [
      ...others.map(area => ({ ...area, quiet: true })),
      ...(value && tool === 'edit' ? [{ id: 'shape', shape: value }] : []),
    ],
    [others, value, tool],
  )
  const content = useMemo(
    () => ({ areas, people: none, marks: problems, me: me ?? undefined }),
    [areas, problems, me],
  )
  const view = useBeginning(value, others, near ?? me ?? undefined)
  const shown = draft ?? value
  const hasSize = value?.boundary === 'rectangle' || value?.boundary === 'circle'
  const measure = shown && measureShape(shown)
  return (
    <div className={classes.drawing}>
      <div className={classes.tools} role="toolbar" aria-label="Drawing">
        {hasPens && (
          <>
            {tools.map(({ tool: one, label, icon }) => (
              <DrawToolButton
                key={one}
                label={label}
                icon={icon}
                pressed={tool === one}
                onClick={() => use(one)}
              />
            ))}
            <DrawToolButton
              label="Edit"
              icon={IconVector}
              pressed={tool === 'edit'}
              disabled={!value}
              onClick={() => use('edit')}
            />
          </>
        )}
        <DrawToolButton label="Undo" icon={IconArrowBackUp} disabled={!canUndo} onClick={undo} />
        <DrawToolButton
          label="Clear"
          icon={IconTrash}
          disabled={!value}
          onClick={() => onChange(undefined)}
        />
      </div>
      <MapSurface
        label={label}
        content={content}
        view={view}
        onLocate={onLocate}
        drawing
        onSurface={onSurface}
      />
      <p className={classes.measure} data-figures aria-live="polite">
        {measure ? `${measure.sides} · ${measure.area}` : 'Nothing is drawn yet.'}
      </p>
      {hasPens && <p className={classes.hint}>{tool === 'edit' && hasSize ? resizeHint : hints[tool]}</p>}
    </div>
  )
}

/** What is in view at first. It stays: a map that moves under the pen draws somewhere else. */
function useBeginning(value: ZoneShape | undefined, others: readonly MapArea[], near?: LatLng) {
  const place = useRef(near)
  place.current ??= near
  const first = useRef(value)
  const [lat, lng] = [place.current?.lat, place.current?.lng]
  return useMemo(() => {
    const around = lat === undefined || lng === undefined ? undefined : { lat, lng }
    return viewOf({
      areas: first.current ? [{ id: 'shape', shape: first.current }] : around ? none : others,
      people: none,
      marks: none,
      me: around,
    })
  }, [lat, lng, others])
}
