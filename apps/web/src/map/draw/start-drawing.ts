import type { ZoneShape } from '@muster/domain/geo/shape.ts'
import { limits } from '@muster/domain/limits.ts'
import {
  type GeoJSONStoreFeatures,
  TerraDraw,
  TerraDrawCircleMode,
  type TerraDrawExtend,
  TerraDrawModeUndoRedo,
  TerraDrawPolygonMode,
  TerraDrawRectangleMode,
  TerraDrawSelectMode,
} from 'terra-draw'
import { zoneFillOpacity, zoneStrokeWidth } from '../map-colours.ts'
import { type DrawTool, drawTools, type RingId, toDrawnFeatures, toZoneShape } from './drawn-features.ts'

export type Drawing = {
  /** Shows a shape that was changed elsewhere: by the list of coordinates, undo or an import. */
  show(shape: ZoneShape | undefined): void
  /** Shows the drag handles on this ring, if the shape has it. */
  choose(ring: RingId): void
  /** Selects a tool. A drawing tool starts again and replaces the shape; `edit` moves, inserts and removes corners. */
  use(tool: DrawTool | 'edit'): void
  /** Removes the last corner of an unfinished drawing; returns false if there is none. */
  undoCorner(): boolean
  stop(): void
}

type DrawingHandlers = {
  /** Called while the pointer moves, for the measurements. */
  onDraft: (shape: ZoneShape | undefined) => void
  /** Called when the shape has changed. */
  onDrawn: (shape: ZoneShape) => void
  /** Called when a ring is tapped and gets the handles. */
  onChoose: (ring: RingId) => void
}

const colour = limits.zoneColor
const pointStyle = { width: 7, color: '#ffffff', outline: colour, outlineWidth: 3 } as const

/** Lets a shape be drawn and edited on a map. The map draws the area itself; this adds the outline and handles. */
export function startDrawing(
  adapter: TerraDrawExtend.TerraDrawBaseAdapter,
  handlers: DrawingHandlers,
): Drawing {
  const terraDraw = new TerraDraw({
    adapter,
    modes: createModes(),
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
    if (!ignoresEvents) handlers.onDraft(readShape())
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
    stop: () => terraDraw.stop(),
  }
}

function createModes() {
  const outline = {
    fillColor: colour,
    // Once the shape is finished, the map fills the area itself, leaving out holes.
    fillOpacity: ({ properties }: GeoJSONStoreFeatures) =>
      properties.currentlyDrawing ? zoneFillOpacity : 0,

    outlineColor: colour,
    outlineWidth: zoneStrokeWidth,
  }
  const flags = Object.fromEntries(
    drawTools.map(tool => [tool, { feature: { draggable: true, coordinates: handles[tool] } }]),
  )
  return [
    new TerraDrawPolygonMode({
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
