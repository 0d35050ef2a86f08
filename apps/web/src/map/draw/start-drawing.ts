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
import {
  type DrawnRing,
  type DrawTool,
  drawTools,
  featuresOfShape,
  shapeOfFeatures,
} from './drawn-features.ts'

export type Drawing = {
  /** Shows a shape that was changed elsewhere: by the list of coordinates, undo or an import. */
  show(shape: ZoneShape | undefined): void
  /** Shows the drag handles on this ring, if the shape has it. */
  choose(ring: DrawnRing): void
  /** Starts again with a tool and replaces the shape; `edit` moves, inserts and removes corners. */
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
  onChoose: (ring: DrawnRing) => void
}

const colour = limits.zoneColor
const point = { width: 7, color: '#ffffff', outline: colour, outlineWidth: 3 } as const

/** Lets a shape be drawn and edited on a map. The map draws the area itself; this adds the outline and handles. */
export function startDrawing(adapter: TerraDrawExtend.TerraDrawBaseAdapter, events: Events): Drawing {
  const draw = new TerraDraw({
    adapter,
    modes: modes(),
    undoRedo: { modeLevel: new TerraDrawModeUndoRedo() },
  })
  let isShowing = false
  let selected: DrawnRing = { part: 0, ring: 0 }
  const isSelected = ({ part, ring }: Partial<DrawnRing>) => part === selected.part && ring === selected.ring
  const shape = () => shapeOfFeatures(draw.getSnapshot())
  const select = () => {
    draw.setMode('select')
    const rings = draw.getSnapshot()
    const one = rings.find(({ properties }) => isSelected(properties)) ?? rings[0]
    if (one?.id !== undefined) draw.selectFeature(one.id)
  }
  draw.start()
  draw.setMode('select')
  draw.on('change', () => {
    if (!isShowing) events.onDraft(shape())
  })
  draw.on('select', id => {
    const { part, ring }: Partial<DrawnRing> = draw.getSnapshotFeature(id)?.properties ?? {}
    if (isShowing || part === undefined || ring === undefined || isSelected({ part, ring })) return
    selected = { part, ring }
    events.onChoose(selected)
  })
  draw.on('finish', () => {
    const drawn = shape()
    if (drawn) events.onDrawn(drawn)
    // Deferred, because the drawing tool continues its own work after this event.
    if (draw.getMode() !== 'select') setTimeout(() => draw.enabled && quietly(select))
  })
  const quietly = (change: () => void) => {
    isShowing = true
    change()
    isShowing = false
  }
  return {
    show: next =>
      quietly(() => {
        draw.setMode('select')
        draw.clear()
        if (!next) return
        draw.addFeatures(featuresOfShape(next))
        select()
      }),
    choose(ring) {
      if (isSelected(ring)) return
      selected = ring
      if (draw.getMode() === 'select') quietly(select)
    },
    use: tool =>
      quietly(() => {
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

function modes() {
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
        closingPointColor: point.color,
        closingPointWidth: point.width,
        closingPointOutlineColor: point.outline,
        closingPointOutlineWidth: point.outlineWidth,
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
        selectionPointWidth: point.width,
        selectionPointColor: point.color,
        selectionPointOutlineColor: point.outline,
        selectionPointOutlineWidth: point.outlineWidth,
        midPointWidth: 5,
        midPointColor: colour,
        midPointOpacity: 0.7,
        midPointOutlineColor: point.color,
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
