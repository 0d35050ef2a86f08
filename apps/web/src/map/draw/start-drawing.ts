import type { LatLng } from '@muster/domain/geo/lat-lng.ts'
import type { ZoneShape } from '@muster/domain/geo/shape.ts'
import { limits } from '@muster/domain/limits.ts'
import {
  type GeoJSONStoreFeatures,
  type SnapToCustom,
  TerraDraw,
  TerraDrawCircleMode,
  type TerraDrawExtend,
  TerraDrawModeUndoRedo,
  TerraDrawPolygonMode,
  TerraDrawRectangleMode,
  TerraDrawSelectMode,
} from 'terra-draw'
import { zoneFillOpacity, zoneStrokeWidth } from '../map-colours.ts'
import {
  type DrawTool,
  drawTools,
  type RingId,
  toDrawnFeatures,
  toPenPoints,
  toStorePosition,
  toZoneShape,
} from './drawn-features.ts'
import { snapPoint } from './snap-point.ts'

export type Drawing = {
  /** Shows a shape that was changed elsewhere: by the list of coordinates, undo or an import. */
  show(shape: ZoneShape | undefined): void
  /** Shows the drag handles on this ring, if the shape has it. */
  choose(ring: RingId): void
  /** Selects a tool. A drawing tool starts again and replaces the shape; `edit` moves, inserts and removes corners. */
  use(tool: DrawTool | 'edit'): void
  /** Removes the last corner of an unfinished drawing; returns false if there is none. */
  undoCorner(): boolean
  /** Restores the corner that was removed last; returns false if there is none. */
  redoCorner(): boolean
  canRedoCorner(): boolean
  stop(): void
}

type DrawingHandlers = {
  /** Called while the pointer moves, for the measurements. `pen`: the corners of an unfinished outline, up to the pointer. */
  onDraft: (shape: ZoneShape | undefined, pen: readonly LatLng[]) => void
  onDrawn: (shape: ZoneShape) => void
  onChoose: (ring: RingId) => void
  /** Returns the outlines to which corners snap; empty while snapping is off. */
  getSnapOutlines: () => readonly (readonly LatLng[])[]
}

const colour = limits.zoneColor
const pointStyle = { width: 7, color: '#ffffff', outline: colour, outlineWidth: 3 } as const

/** Lets a shape be drawn and edited on a map. The map draws the area itself; this adds the outline and handles. */
export function startDrawing(
  adapter: TerraDrawExtend.TerraDrawBaseAdapter,
  handlers: DrawingHandlers,
): Drawing {
  const altKey = watchAltKey()
  const snapToNeighbours: SnapToCustom = ({ lat, lng }, { project }) => {
    if (altKey.isHeld()) return undefined
    const target = snapPoint({ lat, lng }, handlers.getSnapOutlines(), it => project(it.lng, it.lat))
    return target && toStorePosition(target, lng)
  }
  const terraDraw = new TerraDraw({
    adapter,
    modes: createModes(snapToNeighbours),
    undoRedo: { modeLevel: new TerraDrawModeUndoRedo() },
  })
  let ignoresEvents = false
  let selectedRingId: RingId = { part: 0, ring: 0 }
  const isSelected = ({ part, ring }: Partial<RingId>) =>
    part === selectedRingId.part && ring === selectedRingId.ring
  const readShape = () => toZoneShape(terraDraw.getSnapshot())
  const selectRing = () => {
    terraDraw.setMode('select')
    const rings = terraDraw.getSnapshot()
    const selectedRing = rings.find(({ properties }) => isSelected(properties)) ?? rings[0]
    if (selectedRing?.id !== undefined) terraDraw.selectFeature(selectedRing.id)
  }
  terraDraw.start()
  terraDraw.setMode('select')
  terraDraw.on('change', () => {
    if (!ignoresEvents) handlers.onDraft(readShape(), toPenPoints(terraDraw.getSnapshot()))
  })
  terraDraw.on('select', id => {
    const { part, ring }: Partial<RingId> = terraDraw.getSnapshotFeature(id)?.properties ?? {}
    if (ignoresEvents || part === undefined || ring === undefined || isSelected({ part, ring })) return
    selectedRingId = { part, ring }
    handlers.onChoose(selectedRingId)
  })
  terraDraw.on('finish', () => {
    const finishedShape = readShape()
    if (finishedShape) handlers.onDrawn(finishedShape)
    // Deferred, because the drawing tool continues its own work after this event.
    if (terraDraw.getMode() !== 'select') setTimeout(() => terraDraw.enabled && runWithoutEvents(selectRing))
  })
  const runWithoutEvents = (change: () => void) => {
    ignoresEvents = true
    change()
    ignoresEvents = false
  }
  const canRedoCorner = () => terraDraw.getMode() !== 'select' && terraDraw.canRedo()
  return {
    show: next =>
      runWithoutEvents(() => {
        terraDraw.setMode('select')
        terraDraw.clear()
        if (!next) return
        terraDraw.addFeatures(toDrawnFeatures(next))
        selectRing()
      }),
    choose(ring) {
      if (isSelected(ring)) return
      selectedRingId = ring
      if (terraDraw.getMode() === 'select') runWithoutEvents(selectRing)
    },
    use: tool =>
      runWithoutEvents(() => {
        if (tool === 'edit') return selectRing()
        terraDraw.setMode('select')
        terraDraw.clear()
        terraDraw.setMode(tool)
      }),
    undoCorner() {
      if (terraDraw.getMode() === 'select' || !terraDraw.canUndo()) return false
      return terraDraw.undo()
    },
    redoCorner: () => canRedoCorner() && terraDraw.redo(),
    canRedoCorner,
    stop() {
      altKey.stop()
      terraDraw.stop()
    },
  }
}

/** Watches Alt, which turns snapping off while it is held, wherever the focus is. */
function watchAltKey() {
  let isHeld = false
  const update = (event: KeyboardEvent | PointerEvent) => {
    isHeld = event.altKey
  }
  const types = ['keydown', 'keyup', 'pointermove', 'pointerdown'] as const
  for (const type of types) window.addEventListener(type, update, true)
  return {
    isHeld: () => isHeld,
    stop() {
      for (const type of types) window.removeEventListener(type, update, true)
    },
  }
}

function createModes(snapToNeighbours: SnapToCustom) {
  const outline = {
    fillColor: colour,
    // Once the shape is finished, the map fills the area itself, leaving out holes.
    fillOpacity: ({ properties }: GeoJSONStoreFeatures) =>
      properties.currentlyDrawing ? zoneFillOpacity : 0,

    outlineColor: colour,
    outlineWidth: zoneStrokeWidth,
  }
  const snappable = { toCustom: snapToNeighbours }
  const flags = Object.fromEntries(
    drawTools.map(tool => {
      const coordinates = tool === 'polygon' ? { ...handles.polygon, snappable } : handles[tool]
      return [tool, { feature: { draggable: true, coordinates } }]
    }),
  )
  return [
    new TerraDrawPolygonMode({
      snapping: snappable,
      styles: {
        ...outline,
        closingPointColor: pointStyle.color,
        closingPointWidth: pointStyle.width,
        closingPointOutlineColor: pointStyle.outline,
        closingPointOutlineWidth: pointStyle.outlineWidth,
      },
    }),
    new TerraDrawRectangleMode({ styles: outline, drawInteraction: 'click-move-or-drag' }),
    new TerraDrawCircleMode({
      styles: outline,
      projection: 'globe',
      drawInteraction: 'click-move-or-drag',
    }),
    new TerraDrawSelectMode({
      flags,
      // Large enough for a finger.
      pointerDistance: 30,
      allowManualDeselection: false,
      keyEvents: null,
      styles: {
        selectedPolygonColor: colour,
        selectedPolygonFillOpacity: 0,
        selectedPolygonOutlineColor: colour,
        selectedPolygonOutlineWidth: zoneStrokeWidth,
        selectedPolygonOutlineOpacity: ({ properties }) => (properties.mode === 'circle' ? 0 : 1),
        selectionPointWidth: pointStyle.width,
        selectionPointColor: pointStyle.color,
        selectionPointOutlineColor: pointStyle.outline,
        selectionPointOutlineWidth: pointStyle.outlineWidth,
        midPointWidth: 5,
        midPointColor: colour,
        midPointOpacity: 0.7,
        midPointOutlineColor: pointStyle.color,
        midPointOutlineWidth: 1,
      },
    }),
  ]
}

/** A circle can change its radius, a box its sides, and a polygon each corner. */
const handles = {
  polygon: { draggable: true, midpoints: { draggable: true }, deletable: true },
  rectangle: { resizable: 'opposite' },
  circle: { resizable: 'center-fixed' },
} as const
