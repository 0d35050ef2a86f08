import type { ZoneShape } from '@muster/domain/geo/shape.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Surface } from '../surface.ts'
import type { DrawTool } from './drawn-features.ts'
import { type Drawing, startDrawing } from './start-drawing.ts'

/** As many steps back as anybody remembers. */
const mostSteps = 50

/**
 * The drawing of one shape and its history. The shape itself is kept by who uses it; one that comes from elsewhere (the list
 * of coordinates) is shown, and is a step that can be undone like any other.
 */
export function useDrawing(value: ZoneShape | undefined, onChange: (shape: ZoneShape | undefined) => void) {
  const drawing = useRef<Drawing>(undefined)
  const [tool, setTool] = useState<DrawTool | 'edit'>(value ? 'edit' : 'polygon')
  const [draft, setDraft] = useState<ZoneShape>()
  const [past, setPast] = useState<readonly (ZoneShape | undefined)[]>([])
  const latest = useRef({ value, tool, onChange })
  latest.current = { value, tool, onChange }

  const shownValue = useRef(value)
  const undoing = useRef(false)
  useEffect(() => {
    if (shownValue.current === value) return
    const before = shownValue.current
    shownValue.current = value
    if (!undoing.current) setPast(steps => [...steps, before].slice(-mostSteps))
    undoing.current = false
    setDraft(undefined)
    drawing.current?.show(value)
    setTool(value ? 'edit' : 'polygon')
    if (!value) drawing.current?.use('polygon')
  }, [value])

  const use = (next: DrawTool | 'edit') => {
    setTool(next)
    setDraft(undefined)
    // Back from a tool that drew nothing: what was there is there still.
    if (next === 'edit') drawing.current?.show(value)
    else drawing.current?.use(next)
  }

  const undo = () => {
    if (drawing.current?.undoCorner()) return
    if (tool !== 'edit' && value) return use('edit')
    if (past.length === 0) return
    undoing.current = true
    setPast(past.slice(0, -1))
    onChange(past.at(-1))
  }

  const onSurface = useCallback((surface: Surface) => {
    let gone = false
    void surface.drawAdapter().then(adapter => {
      if (gone) return
      drawing.current = startDrawing(adapter, {
        onDraft: setDraft,
        onDrawn: shape => latest.current.onChange(shape),
      })
      const { value, tool } = latest.current
      if (tool === 'edit') drawing.current.show(value)
      else drawing.current.use(tool)
    })
    return () => {
      gone = true
      drawing.current?.stop()
      drawing.current = undefined
    }
  }, [])

  const canUndo = past.length > 0 || draft !== undefined || (tool !== 'edit' && value !== undefined)
  return { draft, tool, use, undo, canUndo, onSurface }
}
