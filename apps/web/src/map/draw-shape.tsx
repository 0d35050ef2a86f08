import { t } from '@lingui/core/macro'
import { Stack, Text } from '@mantine/core'
import type { LatLng } from '@muster/domain/geo/lat-lng.ts'
import type { ZoneShape } from '@muster/domain/geo/shape.ts'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconCircle,
  IconMagnet,
  IconPolygon,
  IconRectangle,
  IconTrash,
  IconVector,
} from '@tabler/icons-react'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { formatPlace } from '../lib/format-place.ts'
import { canDrawMaps } from './can-draw.ts'
import { DrawLine } from './draw/draw-line.tsx'
import classes from './draw/draw-shape.module.css'
import { DrawToolButton } from './draw/draw-tool-button.tsx'
import type { DrawTool } from './draw/drawn-features.ts'
import { measureAtPointer, measureShape } from './draw/measure-shape.ts'
import { PointerMeasure } from './draw/pointer-measure.tsx'
import { toSnapOutlines } from './draw/snap-outlines.ts'
import { type RingChoice, useDrawing } from './draw/use-drawing.ts'
import { type LocateMeResult, MapSurface } from './map-surface.tsx'
import { computeView, viewAround } from './map-view.ts'
import type { MapArea, MapMarker, MapPosition } from './surface.ts'

export type DrawAction = {
  /** The instruction for drawing, such as "Draw the hole inside part 1". `type` is the same instruction for use without a map. */
  draw: string
  type: string
  /** The label of the drawing's cancel button. */
  cancel: string
  /** Shown instead of the instruction if the drawn ring conflicts with the other rings. */
  refusal: string | undefined
  onCancel: (() => void) | undefined
}

export type DrawShapeProps = RingChoice & {
  /** Accessible name of the drawing: "Boundary of the new zone". */
  label: string
  value: ZoneShape | undefined
  standing?: ZoneShape | undefined
  /** If set, only one ring of the shape is drawn: `value` is that ring, and `standing` contains the others. */
  act?: DrawAction | undefined
  /** Called when the drawn shape has changed, with undefined when it is cleared. Pass the result back as `value` to show it. */
  onChange: (shape: ZoneShape | undefined) => void
  /** Undoes the last change, however it was made; undefined if there is none. */
  onUndo: (() => void) | undefined
  /** Repeats the change that was undone last; undefined if there is none. */
  onRedo?: (() => void) | undefined
  /** The tool that draws while there is no shape. */
  startTool?: DrawTool | undefined
  onTool?: (tool: DrawTool) => void
  /** Buttons (`DrawToolButton`) beside the drawing tools. */
  moreTools?: ReactNode
  /** Shown between the map and the measurements, such as a warning about the drawn shape. */
  remark?: ReactNode
  /** A position that was searched for, to which the map moves. */
  lookAt?: LatLng | undefined
  /** Other areas nearby, drawn in grey with their names. Corners snap to them. */
  others?: readonly MapArea[]
  me?: MapPosition | null
  /** The position from which to start if there is no shape yet. */
  near?: LatLng
  /** The reasons why the shape is refused, with their positions. */
  problems?: readonly MapMarker[]
  onLocate?: () => Promise<LocateMeResult>
}

const emptyList: readonly never[] = []
const tools: { tool: DrawTool; label: string; icon: typeof IconPolygon }[] = [
  { tool: 'polygon', label: t`Polygon`, icon: IconPolygon },
  { tool: 'rectangle', label: t`Box`, icon: IconRectangle },
  { tool: 'circle', label: t`Circle`, icon: IconCircle },
]

type Hints = Record<DrawTool | 'edit', string>
// `edit` is for polygons; boxes and circles can only be resized, and show `resizeHint` instead.
const touchHints: Hints = {
  polygon: t`Tap each corner. Tap the first one again to finish.`,
  rectangle: t`Tap one corner, then the opposite one.`,
  circle: t`Tap the centre, then the edge.`,
  edit: t`Drag a corner to move it, or a dot between two corners to add one. To remove a corner, use the list.`,
}
const mouseHints: Hints = {
  polygon: t`Click each corner. Click the first one again to finish.`,
  rectangle: t`Click one corner, then the opposite one.`,
  circle: t`Click the centre, then the edge.`,
  edit: t`Drag a corner to move it, or a dot between two corners to add one. Right-click a corner to remove it, or use the list.`,
}
const altHint = t`Corners snap to zones nearby; hold Alt to place one freely.`

const resizeHint = t`Drag a corner to resize the shape, or the middle to move it.`

/** Draws and edits one area on a map. The list of its coordinates serves people who use a keyboard, and browsers without maps. */
export function DrawShape(props: DrawShapeProps) {
  const { label, value, standing, act, onChange, others = emptyList, me, near } = props
  const { problems = emptyList, onLocate } = props
  // Without a map there are no drawing tools.
  const [canDraw] = useState(canDrawMaps)
  const [isTouch] = useState(() => window.matchMedia('(pointer: coarse)').matches)
  const [snaps, setSnaps] = useState(true)
  // Not to the other rings of the same shape, because rings that touch are refused.
  const outlines = useMemo(() => toSnapOutlines(others.map(({ shape }) => shape)), [others])
  const { draft, pen, tool, use, undo, canUndo, redo, canRedo, onSurface } = useDrawing(
    value,
    onChange,
    problems.length === 0,
    { ...props, snapOutlines: snaps ? outlines : emptyList },
  )
  const areas = useMemo<readonly MapArea[]>(
    () => [
      ...others.map(area => ({ ...area, quiet: true, grey: true })),
      // Shapes that are not being edited stay visible, in grey.
      ...(standing ? [{ id: 'standing', shape: standing, grey: true }] : []),
      ...(value ? [{ id: 'shape', shape: value, grey: tool !== 'edit' }] : []),
    ],
    [others, standing, value, tool],
  )
  const content = useMemo(
    () => ({ areas, people: emptyList, marks: problems, me: me ?? undefined }),
    [areas, problems, me],
  )
  const initialView = useInitialView(standing ?? value, others, near ?? me ?? undefined)
  const { lookAt } = props
  const view = useMemo(() => (lookAt ? viewAround(lookAt) : initialView), [lookAt, initialView])
  const shownShape = draft ?? value ?? (act && standing)
  const hint = describeDrawing({ act, tool, hasPens: canDraw, value })
  const cancelDrawing = act ? act.onCancel : () => use('edit')
  const isResizable = value?.boundary === 'rectangle' || value?.boundary === 'circle'
  const measurements = shownShape && measureShape(shownShape)
  const hints = isTouch ? touchHints : mouseHints
  const toolHint = tool === 'edit' && isResizable ? resizeHint : hints[tool]
  const choose = (next: DrawTool) => {
    use(next)
    props.onTool?.(next)
  }
  return (
    <Stack gap="xs" className={classes.drawing}>
      <div className={classes.tools} role="toolbar" aria-label={t`Drawing`}>
        {canDraw && (
          <>
            {tools.map(({ tool: drawTool, label, icon }) => (
              <DrawToolButton
                key={drawTool}
                label={label}
                icon={icon}
                pressed={tool === drawTool}
                onClick={() => choose(drawTool)}
              />
            ))}
            {props.moreTools}
            <DrawToolButton
              label={t`Edit`}
              icon={IconVector}
              pressed={tool === 'edit'}
              disabled={!value}
              onClick={() => use('edit')}
            />
          </>
        )}
        {!canDraw && props.moreTools}
        <DrawToolButton label={t`Undo`} icon={IconArrowBackUp} disabled={!canUndo} onClick={undo} />
        <DrawToolButton label={t`Redo`} icon={IconArrowForwardUp} disabled={!canRedo} onClick={redo} />
        <DrawToolButton
          label={t`Clear`}
          icon={IconTrash}
          disabled={!value || act !== undefined}
          onClick={() => onChange(undefined)}
        />
        {canDraw && outlines.length > 0 && (
          <DrawToolButton
            label={t`Snap`}
            icon={IconMagnet}
            pressed={snaps}
            onClick={() => setSnaps(on => !on)}
          />
        )}
      </div>
      {canDraw && (
        <Text c="dimmed">
          {toolHint} {!isTouch && snaps && outlines.length > 0 && tool === 'polygon' && altHint}
        </Text>
      )}
      <PointerMeasure text={measureAtPointer(pen, draft)}>
        <MapSurface
          label={label}
          content={content}
          view={view}
          onLocate={onLocate}
          drawing
          onSurface={onSurface}
          note={
            hint && (
              <DrawLine
                text={hint}
                cancelLabel={act?.cancel ?? t`Cancel the new drawing`}
                onCancel={cancelDrawing}
              />
            )
          }
        />
      </PointerMeasure>
      {props.remark}
      {act?.refusal && (
        <ul role="alert" style={{ margin: 0, paddingInlineStart: 20, color: 'var(--m-danger)' }}>
          {problems.map(({ text, lat, lng }) => (
            <li key={`${text} ${lat} ${lng}`}>
              {text} ({formatPlace({ lat, lng })})
            </li>
          ))}
        </ul>
      )}
      <Text fw={600} data-figures aria-live="polite">
        {measurements ? `${measurements.sides} · ${measurements.area}` : getEmptyText(standing)}
      </Text>
    </Stack>
  )
}

const getEmptyText = (standing: ZoneShape | undefined) =>
  standing ? t`Not finished yet. The previous shape is shown in grey.` : t`Nothing drawn yet.`

type DrawingState = {
  act: DrawAction | undefined
  tool: DrawTool | 'edit'
  hasPens: boolean
  value: ZoneShape | undefined
}

/** Undefined for a shape's first outline, and while the whole shape is edited. */
function describeDrawing({ act, tool, hasPens, value }: DrawingState): string | undefined {
  if (act?.refusal && tool === 'edit') return act.refusal
  if (act) return hasPens ? act.draw : act.type
  if (!value || tool === 'edit') return undefined
  // Whichever outline is selected, choosing a tool starts the whole shape again.
  return value.boundary === 'multipolygon'
    ? t`Redraw the shape, replacing all parts and holes`
    : t`Redraw the shape, replacing this one`
}

/** Returns the initial view. It stays fixed, because a map that moves during drawing would shift the corners. */
function useInitialView(value: ZoneShape | undefined, others: readonly MapArea[], near?: LatLng) {
  const initialPlace = useRef(near)
  initialPlace.current ??= near
  const initialShape = useRef(value)
  const [lat, lng] = [initialPlace.current?.lat, initialPlace.current?.lng]
  return useMemo(() => {
    const center = lat === undefined || lng === undefined ? undefined : { lat, lng }
    return computeView({
      areas: initialShape.current
        ? [{ id: 'shape', shape: initialShape.current }]
        : center
          ? emptyList
          : others,
      people: emptyList,
      marks: emptyList,
      me: center,
    })
  }, [lat, lng, others])
}
