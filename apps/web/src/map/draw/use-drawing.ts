import type { LatLng } from '@muster/domain/geo/lat-lng.ts'
import type { ZoneShape } from '@muster/domain/geo/shape.ts'
import { shapeBounds } from '@muster/domain/geo/shape-bounds.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Surface } from '../surface.ts'
import type { DrawTool, RingId } from './drawn-features.ts'
import { type Drawing, startDrawing } from './start-drawing.ts'

const noPoints: readonly never[] = []

export type RingChoice = {
  /** The ring that shows the handles. Tapping another ring on the map selects that one. */
  chosen?: RingId | undefined
  onChoose?: ((ring: RingId) => void) | undefined
}

type Options = RingChoice & {
  onUndo?: (() => void) | undefined
  onRedo?: (() => void) | undefined
  /** The tool that draws while there is no shape. */
  startTool?: DrawTool | undefined
  snapOutlines: readonly (readonly LatLng[])[]
}

/**
 * Manages the drawing of one shape. The caller owns the shape and its history; changes made elsewhere, such as in the list of
 * coordinates, are redrawn. Undo removes the last corner of an unfinished drawing, otherwise leaves the drawing tool, otherwise
 * calls `onUndo`.
 */
export function useDrawing(
  value: ZoneShape | undefined,
  onChange: (shape: ZoneShape | undefined) => void,
  isValid: boolean,
  { chosen, onChoose, onUndo, onRedo, startTool = 'polygon', snapOutlines }: Options,
) {
  const drawing = useRef<Drawing>(undefined)
  const surfaceRef = useRef<Surface>(undefined)
  const [tool, setTool] = useState<DrawTool | 'edit'>(value ? 'edit' : startTool)
  const [pen, setPen] = useState<readonly LatLng[]>(noPoints)
  const [draft, setDraft] = useState<ZoneShape>()
  const latest = useRef({
    value,
    tool,
    onChange,
    isSound: isValid,
    chosen,
    onChoose,
    startTool,
    snapOutlines,
  })
  latest.current = { value, tool, onChange, isSound: isValid, chosen, onChoose, startTool, snapOutlines }

  const [part, ring] = [chosen?.part, chosen?.ring]
  useEffect(() => {
    if (part !== undefined && ring !== undefined) drawing.current?.choose({ part, ring })
  }, [part, ring])

  const shownValue = useRef(value)
  useEffect(() => {
    if (shownValue.current === value) return
    shownValue.current = value
    setDraft(undefined)
    setPen(noPoints)
    drawing.current?.show(value)
    // After typing or undo the map moves to the shape. A drawn shape is already in view, and a half-typed one may be anywhere.
    if (value && latest.current.isSound) surfaceRef.current?.reveal(shapeBounds(value))
    setTool(value ? 'edit' : latest.current.startTool)
    if (!value) drawing.current?.use(latest.current.startTool)
  }, [value])

  // The kind of shape was chosen elsewhere before anything was drawn.
  const shownStart = useRef(startTool)
  useEffect(() => {
    if (shownStart.current === startTool) return
    shownStart.current = startTool
    if (latest.current.value || latest.current.tool === 'edit') return
    setTool(startTool)
    drawing.current?.use(startTool)
  }, [startTool])

  const selectTool = (next: DrawTool | 'edit') => {
    setTool(next)
    setDraft(undefined)
    setPen(noPoints)
    // If a tool was chosen but nothing was drawn, the previous shape is still there.
    if (next === 'edit') drawing.current?.show(value)
    else drawing.current?.use(next)
  }

  const undo = () => {
    if (drawing.current?.undoCorner()) return
    if (tool !== 'edit' && value) return selectTool('edit')
    onUndo?.()
  }

  const redo = () => {
    if (drawing.current?.redoCorner()) return
    onRedo?.()
  }

  const onSurface = useCallback((surface: Surface) => {
    let isUnmounted = false
    surfaceRef.current = surface
    void surface.drawAdapter().then(adapter => {
      if (isUnmounted) return
      drawing.current = startDrawing(adapter, {
        onDraft(shape, points) {
          setDraft(shape)
          setPen(points)
        },
        onDrawn: shape => latest.current.onChange(shape),
        onChoose: ring => latest.current.onChoose?.(ring),
        getSnapOutlines: () => latest.current.snapOutlines,
      })
      const { value, tool, chosen } = latest.current
      if (chosen) drawing.current.choose(chosen)
      if (tool === 'edit') drawing.current.show(value)
      else drawing.current.use(tool)
    })
    return () => {
      isUnmounted = true
      surfaceRef.current = undefined
      drawing.current?.stop()
      drawing.current = undefined
    }
  }, [])

  const isDrawing = draft !== undefined || pen.length > 0
  const canUndo = onUndo !== undefined || isDrawing || (tool !== 'edit' && value !== undefined)
  const canRedo = onRedo !== undefined || drawing.current?.canRedoCorner() === true
  return { draft, pen, tool, use: selectTool, undo, canUndo, redo, canRedo, onSurface }
}
