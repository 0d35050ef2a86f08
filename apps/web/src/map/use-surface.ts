import { useComputedColorScheme } from '@mantine/core'
import { useReducedMotion } from '@mantine/hooks'
import type { Bounds } from '@muster/domain/geo/bounds.ts'
import { useEffect, useMemo, useRef, useState } from 'react'
import { canDrawMaps } from './can-draw.ts'
import { createSurface, unreachable } from './create-surface.ts'
import { isSameView } from './map-view.ts'
import type { MapContent, MapEvents, Surface } from './surface.ts'
import { useBaseMap } from './use-base-map.ts'
import { useOutdatedPolicy } from './use-outdated-policy.ts'

type Options = {
  label: string
  view: Bounds
  content: MapContent
  events: Omit<MapEvents, 'onBaseFailed'>
  drawing?: boolean
  satellite?: boolean
  /** Told of the map when it is there, and of the next one where it had to be made anew; answers with what to undo then. */
  onSurface?: (surface: Surface) => () => void
}

/** `plain`: this browser draws no maps, or the map's code did not come. */
export type SurfaceState = 'waiting' | 'ready' | 'plain'

/** A map in an element, from when it is on the screen until it is not. */
export function useSurface({
  label,
  view,
  content,
  events,
  drawing = false,
  satellite = false,
  onSurface,
}: Options) {
  const container = useRef<HTMLDivElement>(null)
  const surface = useRef<Surface>(undefined)
  const [state, setState] = useState<SurfaceState>(() => (canDrawMaps() ? 'waiting' : 'plain'))
  const [baseProblem, setBaseProblem] = useState<string>()
  const isOutdated = useOutdatedPolicy()
  const [attempt, setAttempt] = useState(0)
  const asked = useBaseMap(state !== 'plain')
  // The same answer asked again is no other map.
  const key = JSON.stringify(asked)
  const base = useMemo(() => (key ? (JSON.parse(key) as typeof asked) : undefined), [key])
  // One try to make the map; pressing Retry makes the next.
  const run = useMemo(() => base && { ...base, attempt }, [base, attempt])
  const dark = useComputedColorScheme('light') === 'dark'
  const calm = useReducedMotion() ?? false
  const isPlain = state === 'plain'
  // What the map is made with; from then on it is told what changed.
  const latest = useRef({ label, view, content, events, onSurface })
  latest.current = { label, view, content, events, onSurface }

  useEffect(() => {
    const element = container.current
    if (!element || isPlain || !run) return
    setBaseProblem(undefined)
    setState('waiting')
    let gone = false
    let made: Surface | undefined
    let letGo: (() => void) | undefined
    const handlers: MapEvents = {
      onBaseFailed() {
        if (!gone) setBaseProblem(unreachable)
      },
      onPick: at => latest.current.events.onPick?.(at),
      onChoose: id => latest.current.events.onChoose?.(id),
      onHover: id => latest.current.events.onHover?.(id),
    }
    const begin = async () => {
      const { label, view, content } = latest.current
      const options = { container: element, label, view, content, dark, calm, drawing, satellite, ...run }
      made = await createSurface({ ...options, events: handlers }, text => {
        if (!gone) setBaseProblem(text)
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
  }, [run, satellite, dark, calm, drawing, isPlain])

  useEffect(() => surface.current?.show(content), [content])

  const shownView = useRef(view)
  useEffect(() => {
    if (isSameView(shownView.current, view)) return
    shownView.current = view
    surface.current?.fit(view)
  }, [view])

  const retry = () => setAttempt(tries => tries + 1)
  return { container, surface, state, baseProblem, isOutdated, retry, base: base?.base }
}
