import { useComputedColorScheme } from '@mantine/core'
import { useReducedMotion } from '@mantine/hooks'
import type { ShownMap } from '@muster/contract/maps.ts'
import type { Bounds } from '@muster/domain/geo/bounds.ts'
import { useEffect, useMemo, useRef, useState } from 'react'
import { canDrawMaps } from './can-draw.ts'
import { createSurface, unreachableText } from './create-surface.ts'
import { isSameView } from './map-view.ts'
import { forgetNotified, markNotified, wasNotified } from './notified-once.ts'
import type { MapContent, MapEventHandlers, Surface } from './surface.ts'
import { useBaseMap } from './use-base-map.ts'
import { useOutdatedPolicy } from './use-outdated-policy.ts'

type Options = {
  label: string
  view: Bounds
  content: MapContent
  events: Omit<MapEventHandlers, 'onBaseFailed' | 'onBaseShown'>
  drawing?: boolean
  satellite?: boolean
  /** A base map to preview instead of the installation's. */
  tried?: ShownMap
  /** Called with the map when it is ready, and again whenever the map has been recreated. Returns a clean-up function. */
  onSurface?: (surface: Surface) => () => void
}

/** `plain`: this browser cannot draw maps, or the map's code failed to load. */
export type SurfaceState = 'waiting' | 'ready' | 'plain'

/** `built_in`: the built-in map was chosen. `missed`: it is shown because the chosen one failed. */
export type BaseState = 'unknown' | 'streets' | 'built_in' | 'missed'

/** Recreates it on Retry and when the base map, the view, the colour scheme or the motion preference changes. */
export function useSurface({
  label,
  view,
  content,
  events,
  drawing = false,
  satellite = false,
  tried,
  onSurface,
}: Options) {
  const container = useRef<HTMLDivElement>(null)
  const surface = useRef<Surface>(undefined)
  const [state, setState] = useState<SurfaceState>(() => (canDrawMaps() ? 'waiting' : 'plain'))
  const [baseProblem, setBaseProblem] = useState<string>()
  const [baseState, setBaseState] = useState<BaseState>('unknown')
  const isOutdated = useOutdatedPolicy()
  const [attempt, setAttempt] = useState(0)
  const sharedBaseMap = useBaseMap(state !== 'plain' && !tried)
  const shownMap = tried ?? sharedBaseMap
  // Refetching the same data must not recreate the map.
  const key = JSON.stringify(shownMap)
  const base = useMemo(() => (key ? (JSON.parse(key) as typeof shownMap) : undefined), [key])
  // One attempt to create the map; Retry starts the next.
  const mapRequest = useMemo(() => base && { shown: base, attempt }, [base, attempt])
  const isDark = useComputedColorScheme('light') === 'dark'
  const reducesMotion = useReducedMotion() ?? false
  const isPlain = state === 'plain'
  // The latest values, for the effect that creates the map. Later changes to the content or the view are passed to the map.
  const latest = useRef({ label, view, content, events, onSurface })
  latest.current = { label, view, content, events, onSurface }

  useEffect(() => {
    const element = container.current
    if (!element || isPlain || !mapRequest) return
    setBaseProblem(undefined)
    setBaseState(mapRequest.shown.base.kind === 'built_in' ? 'built_in' : 'unknown')
    setState('waiting')
    // Each map has its own element. Otherwise, a map removed while the next one is being created would remove the new one's class.
    const mapElement = element.appendChild(document.createElement('div'))
    Object.assign(mapElement.style, { width: '100%', height: '100%' })
    let isUnmounted = false
    let createdSurface: Surface | undefined
    let release: (() => void) | undefined
    const handlers: MapEventHandlers = {
      onBaseFailed() {
        if (isUnmounted) return
        setBaseState('missed')
        if (!wasNotified()) setBaseProblem(unreachableText)
        markNotified()
      },
      onBaseShown() {
        if (!isUnmounted) setBaseState('streets')
      },
      onPick: at => latest.current.events.onPick?.(at),
      onChoose: id => latest.current.events.onChoose?.(id),
      onHover: id => latest.current.events.onHover?.(id),
      onView: seen => latest.current.events.onView?.(seen),
    }
    const startSurface = async () => {
      const { label, view, content } = latest.current
      const options = {
        container: mapElement,
        label,
        view,
        content,
        dark: isDark,
        calm: reducesMotion,
        drawing,
        satellite,
        shown: mapRequest.shown,
      }
      createdSurface = await createSurface({ ...options, events: handlers }, text => {
        if (isUnmounted) return
        setBaseProblem(text)
        setBaseState('missed')
      })
      if (isUnmounted) return createdSurface.remove()
      surface.current = createdSurface
      createdSurface.show(latest.current.content)
      release = latest.current.onSurface?.(createdSurface)
      setState('ready')
    }
    startSurface().catch(() => {
      if (!isUnmounted) setState('plain')
    })
    return () => {
      isUnmounted = true
      surface.current = undefined
      release?.()
      createdSurface?.remove()
      mapElement.remove()
    }
  }, [mapRequest, satellite, isDark, reducesMotion, drawing, isPlain])

  useEffect(() => surface.current?.show(content), [content])

  const shownView = useRef(view)
  useEffect(() => {
    if (isSameView(shownView.current, view)) return
    shownView.current = view
    surface.current?.fit(view)
  }, [view])

  const retry = () => {
    forgetNotified()
    void import('./maplibre/base-memory.ts').then(memory => {
      memory.forgetFailedBases()
      setAttempt(count => count + 1)
    })
  }
  return { container, surface, state, baseProblem, ground: baseState, isOutdated, retry, base: base?.base }
}
