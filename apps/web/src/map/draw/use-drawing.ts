import type { ZoneShape } from '@muster/domain/geo/shape.ts'
import { shapeBounds } from '@muster/domain/geo/shape-bounds.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Surface } from '../surface.ts'
import type { DrawTool, RingId } from './drawn-features.ts'
import { type Drawing, startDrawing } from './start-drawing.ts'

export type RingChoice = {
  /** The ring that shows the handles. Tapping another ring on the map selects that one. */
  chosen?: RingId | undefined
  onChoose?: ((ring: RingId) => void) | undefined
}

/**
 * Manages the drawing of one shape. The caller owns the shape and its history; changes made elsewhere, such as in the list of
 * coordinates, are redrawn. Undo removes the last corner of an unfinished drawing, otherwise leaves the drawing tool, otherwise
 * calls `onUndo`.
 */
export function useDrawing(
  value: ZoneShape | undefined,
  onChange: (shape: ZoneShape | undefined) => void,
  onUndo: (() => void) | undefined,
  isValid: boolean,
  { chosen, onChoose }: RingChoice,
) {
  const drawing = useRef<Drawing>(undefined)
  const surfaceRef = useRef<Surface>(undefined)
  const [tool, setTool] = useState<DrawTool | 'edit'>(value ? 'edit' : 'polygon')
  const [draft, setDraft] = useState<ZoneShape>()
  const latest = useRef({ value, tool, onChange, isSound: isValid, chosen, onChoose })
  latest.current = { value, tool, onChange, isSound: isValid, chosen, onChoose }

  const [part, ring] = [chosen?.part, chosen?.ring]
  useEffect(() => {
    if (part !== undefined && ring !== undefined) drawing.current?.choose({ part, ring })
  }, [part, ring])

  const shownValue = useRef(value)
  useEffect(() => {
    if (shownValue.current === value) return
    shownValue.current = value
    setDraft(undefined)
    drawing.current?.show(value)
    // After typing or undo the map moves to the shape. A drawn shape is already in view, and a half-typed one may be anywhere.
    if (value && latest.current.isSound) surfaceRef.current?.reveal(shapeBounds(value))
    setTool(value ? 'edit' : 'polygon')
    if (!value) drawing.current?.use('polygon')
  }, [value])

  const selectTool = (next: DrawTool | 'edit') => {
    setTool(next)
    setDraft(undefined)
    // If a tool was chosen but nothing was drawn, the previous shape is still there.
    if (next === 'edit') drawing.current?.show(value)
    else drawing.current?.use(next)
  }

  const undo = () => {
    if (drawing.current?.undoCorner()) return
    if (tool !== 'edit' && value) return selectTool('edit')
    onUndo?.()
  }

  const onSurface = useCallback((surface: Surface) => {
    let isUnmounted = false
    surfaceRef.current = surface
    void surface.drawAdapter().then(adapter => {
      if (isUnmounted) return
      drawing.current = startDrawing(adapter, {
        onDraft: setDraft,
        onDrawn: shape => latest.current.onChange(shape),
        onChoose: ring => latest.current.onChoose?.(ring),
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

  const canUndo = onUndo !== undefined || draft !== undefined || (tool !== 'edit' && value !== undefined)
  return { draft, tool, use: selectTool, undo, canUndo, onSurface }
}
