import { Stack, Text } from '@mantine/core'
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
import { formatPlace } from '../lib/format-place.ts'
import { canDrawMaps } from './can-draw.ts'
import { DrawLine } from './draw/draw-line.tsx'
import classes from './draw/draw-shape.module.css'
import { DrawToolButton } from './draw/draw-tool-button.tsx'
import type { DrawTool } from './draw/drawn-features.ts'
import { measureShape } from './draw/measure-shape.ts'
import { type RingChoice, useDrawing } from './draw/use-drawing.ts'
import { type Located, MapSurface } from './map-surface.tsx'
import { viewOf } from './map-view.ts'
import type { MapArea, MapMark, MapMe } from './surface.ts'

export type DrawAct = {
  /** "the hole inside part 1" */
  name: string
  /** Why the ring that was drawn does not belong to the others. */
  refusal: string | undefined
  onCancel: (() => void) | undefined
}

export type DrawShapeProps = RingChoice & {
  /** What is drawn, for who cannot see it: "Boundary of the new zone". */
  label: string
  value: ZoneShape | undefined
  /** Stands, grey, while `value` is still to come. */
  standing?: ZoneShape | undefined
  /** One ring of the shape is drawn: `value` is that ring, and `standing` the others. */
  act?: DrawAct | undefined
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
  const { label, value, standing, act, onChange, onUndo, others = none, me, near } = props
  const { problems = none, onLocate } = props
  // Where it cannot be drawn on, there are no tools to draw with.
  const [hasPens] = useState(canDrawMaps)
  const { draft, tool, use, undo, canUndo, onSurface } = useDrawing(
    value,
    onChange,
    onUndo,
    problems.length === 0,
    props,
  )
  const areas = useMemo<readonly MapArea[]>(
    () => [
      ...others.map(area => ({ ...area, quiet: true })),
      // It never vanishes: what is not being drawn stands, grey.
      ...(standing ? [{ id: 'standing', shape: standing, grey: true }] : []),
      ...(value ? [{ id: 'shape', shape: value, grey: tool !== 'edit' }] : []),
    ],
    [others, standing, value, tool],
  )
  const content = useMemo(
    () => ({ areas, people: none, marks: problems, me: me ?? undefined }),
    [areas, problems, me],
  )
  const view = useBeginning(standing ?? value, others, near ?? me ?? undefined)
  const shown = draft ?? value ?? (act && standing)
  const line = lineOf({ act, tool, hasPens, value })
  const giveUp = act ? act.onCancel : () => use('edit')
  const hasSize = value?.boundary === 'rectangle' || value?.boundary === 'circle'
  const measure = shown && measureShape(shown)
  return (
    <Stack gap="xs" className={classes.drawing}>
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
          disabled={!value || act !== undefined}
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
        note={
          line && (
            <DrawLine
              text={line}
              cancelLabel={`Cancel ${act?.name ?? 'the new drawing'}`}
              onCancel={giveUp}
            />
          )
        }
      />
      {act?.refusal && (
        <ul role="alert" style={{ margin: 0, paddingLeft: 20, color: 'var(--m-danger)' }}>
          {problems.map(({ text, lat, lng }) => (
            <li key={`${text} ${lat} ${lng}`}>
              {text} ({formatPlace({ lat, lng })})
            </li>
          ))}
        </ul>
      )}
      <Text fw={600} data-figures aria-live="polite">
        {measure ? `${measure.sides} · ${measure.area}` : nothingDrawn(standing)}
      </Text>
      {hasPens && <Text c="dimmed">{tool === 'edit' && hasSize ? resizeHint : hints[tool]}</Text>}
    </Stack>
  )
}

const nothingDrawn = (standing: ZoneShape | undefined) =>
  standing ? 'Not finished yet: grey is what was there before.' : 'Nothing is drawn yet.'

type Line = {
  act: DrawAct | undefined
  tool: DrawTool | 'edit'
  hasPens: boolean
  value: ZoneShape | undefined
}

/** Names what is drawn on the map, where it is not simply the first outline. */
function lineOf({ act, tool, hasPens, value }: Line): string | undefined {
  if (act?.refusal && tool === 'edit') return act.refusal
  if (act) return hasPens ? `Draw ${act.name}` : `Type the coordinates of ${act.name}`
  if (!value || tool === 'edit') return undefined
  // Whatever outline is chosen, a tool begins the whole shape again.
  return value.boundary === 'multipolygon'
    ? 'Draw anew, in place of all parts and holes'
    : 'Draw anew, in place of this'
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
