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

type Events = {
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
export function startDrawing(adapter: TerraDrawExtend.TerraDrawBaseAdapter, events: Events): Drawing {
  const draw = new TerraDraw({
    adapter,
    modes: createModes(),
    undoRedo: { modeLevel: new TerraDrawModeUndoRedo() },
  })
  let isShowing = false
  let selected: RingId = { part: 0, ring: 0 }
  const isSelected = ({ part, ring }: Partial<RingId>) => part === selected.part && ring === selected.ring
  const readShape = () => toZoneShape(draw.getSnapshot())
  const select = () => {
    draw.setMode('select')
    const rings = draw.getSnapshot()
    const selectedRing = rings.find(({ properties }) => isSelected(properties)) ?? rings[0]
    if (selectedRing?.id !== undefined) draw.selectFeature(selectedRing.id)
  }
  draw.start()
  draw.setMode('select')
  draw.on('change', () => {
    if (!isShowing) events.onDraft(readShape())
  })
  draw.on('select', id => {
    const { part, ring }: Partial<RingId> = draw.getSnapshotFeature(id)?.properties ?? {}
    if (isShowing || part === undefined || ring === undefined || isSelected({ part, ring })) return
    selected = { part, ring }
    events.onChoose(selected)
  })
  draw.on('finish', () => {
    const finishedShape = readShape()
    if (finishedShape) events.onDrawn(finishedShape)
    // Deferred, because the drawing tool continues its own work after this event.
    if (draw.getMode() !== 'select') setTimeout(() => draw.enabled && withoutEvents(select))
  })
  const withoutEvents = (change: () => void) => {
    isShowing = true
    change()
    isShowing = false
  }
  return {
    show: next =>
      withoutEvents(() => {
        draw.setMode('select')
        draw.clear()
        if (!next) return
        draw.addFeatures(toDrawnFeatures(next))
        select()
      }),
    choose(ring) {
      if (isSelected(ring)) return
      selected = ring
      if (draw.getMode() === 'select') withoutEvents(select)
    },
    use: tool =>
      withoutEvents(() => {
        if (tool === 'edit') return select()
        draw.setMode('select')
        draw.clear()
        draw.setMode(tool)
      }),
    undoCorner() {
      if (draw.getMode() === 'select' || !draw.canUndo()) return false
      return draw.undo()
    },
    stop: () => draw.stop(),
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
