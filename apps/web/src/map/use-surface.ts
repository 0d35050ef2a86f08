import { useComputedColorScheme } from '@mantine/core'
import { useReducedMotion } from '@mantine/hooks'
import type { Bounds } from '@muster/domain/geo/bounds.ts'
import { useEffect, useRef, useState } from 'react'
import { canDrawMaps } from './can-draw.ts'
import { isSameView } from './map-view.ts'
import type { MapContent, MapEvents, Surface } from './surface.ts'

type Options = {
  label: string
  view: Bounds
  content: MapContent
  events: Omit<MapEvents, 'onBaseFailed'>
  drawing?: boolean
  /** Told of the map when it is there, and of the next one where it had to be made anew; answers with what to undo then. */
  onSurface?: (surface: Surface) => () => void
}

/** `plain`: this browser draws no maps, or the map's code did not come. */
export type SurfaceState = 'waiting' | 'ready' | 'plain'

/** A map in an element, from when it is on the screen until it is not. */
export function useSurface({ label, view, content, events, drawing = false, onSurface }: Options) {
  const container = useRef<HTMLDivElement>(null)
  const surface = useRef<Surface>(undefined)
  const [state, setState] = useState<SurfaceState>(() => (canDrawMaps() ? 'waiting' : 'plain'))
  const dark = useComputedColorScheme('light') === 'dark'
  const calm = useReducedMotion() ?? false
  const isPlain = state === 'plain'
  // What the map is made with; from then on it is told what changed.
  const latest = useRef({ label, view, content, events, onSurface })
  latest.current = { label, view, content, events, onSurface }

  useEffect(() => {
    const element = container.current
    if (!element || isPlain) return
    let gone = false
    let made: Surface | undefined
    let letGo: (() => void) | undefined
    const handlers: MapEvents = {
      onBaseFailed: why => console.warn('The base map:', why),
      onPick: at => latest.current.events.onPick?.(at),
      onChoose: id => latest.current.events.onChoose?.(id),
      onHover: id => latest.current.events.onHover?.(id),
    }
    const begin = async () => {
      const { createMapLibre } = await import('./maplibre/create-maplibre.ts')
      if (gone) return
      const { label, view, content } = latest.current
      made = await createMapLibre({
        container: element,
        label,
        view,
        content,
        dark,
        calm,
        drawing,
        events: handlers,
      })
      if (gone) return made.remove()
      surface.current = made
      made.show(latest.current.content)
      letGo = latest.current.onSurface?.(made)
      setState('ready')
    }
    begin().catch(() => {
      if (!gone) setState('plain')
    })
    return () => {
      gone = true
      surface.current = undefined
      letGo?.()
      made?.remove()
    }
  }, [dark, calm, drawing, isPlain])

  useEffect(() => surface.current?.show(content), [content])

  const shownView = useRef(view)
  useEffect(() => {
    if (isSameView(shownView.current, view)) return
    shownView.current = view
    surface.current?.fit(view)
  }, [view])

  return { container, surface, state }
}
