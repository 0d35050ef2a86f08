import { t } from '@lingui/core/macro'
import { useComputedColorScheme } from '@mantine/core'
import { useReducedMotion } from '@mantine/hooks'
import type { ShownMap } from '@muster/contract/maps.ts'
import { everyoneTopic } from '@muster/contract/topic.ts'
import type { Bounds } from '@muster/domain/geo/bounds.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { orpc } from '../lib/api.ts'
import { useFeedTopic } from '../live/use-feed.ts'
import { canDrawMaps } from './can-draw.ts'
import { isSameView } from './map-view.ts'
import type { MapContent, MapEventHandlers, Surface, SurfaceOptions } from './surface.ts'

/** The policy dates from when the page was loaded, so a map chosen since then needs a reload. */
export function useOutdatedPolicy(): boolean {
  const [isOutdated, setIsOutdated] = useState(false)
  useEffect(() => {
    const handleViolation = () => setIsOutdated(true)
    document.addEventListener('securitypolicyviolation', handleViolation)
    return () => document.removeEventListener('securitypolicyviolation', handleViolation)
  }, [])
  return isOutdated
}

const storageKey = 'muster.map-missed'

/** True if this browser session has already shown the full message that the base map is unreachable, which is shown only once. */
const wasNotified = () => readStored() !== null
function markNotified(): void {
  try {
    sessionStorage.setItem(storageKey, '1')
  } catch {
    // Without storage the message is shown on every page.
  }
}
/** Allows the message to be shown again after Retry. */
function forgetNotified(): void {
  try {
    sessionStorage.removeItem(storageKey)
  } catch {
    // Without storage nothing was saved.
  }
}

function readStored(): string | null {
  try {
    return sessionStorage.getItem(storageKey)
  } catch {
    return null
  }
}

const unreachableText = t`The map couldn’t be reached.`

/** If Google's is unavailable, `onProblem` gets the reason and the built-in map replaces it. Drawing always uses its library. */
async function createSurface(options: SurfaceOptions, onProblem: (text: string) => void): Promise<Surface> {
  if (options.shown.base.kind === 'google' && !options.drawing) {
    try {
      const { createGoogleSurface: createGoogleMap } = await import('./google/create-google.ts')
      return await createGoogleMap(options)
    } catch (error) {
      onProblem(error instanceof Error && error.name === 'GoogleMapsError' ? error.message : unreachableText)
    }
  }
  const { createMapLibreSurface: createLibreMap } = await import('./maplibre/create-maplibre.ts')
  return createLibreMap(options)
}

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

const fallbackMap: ShownMap = {
  base: { kind: 'built_in' },
  googleOrigin: '',
  openFreeMapOrigin: '',
  fetcher: '',
}

/** Updated as soon as a super admin changes it. The built-in map if loading fails, because there must be a map. */
function useBaseMap(enabled: boolean): ShownMap | undefined {
  useFeedTopic(enabled ? everyoneTopic : undefined)
  const { data, isError } = useQuery({ ...orpc.maps.base.queryOptions(), enabled })
  return data ?? (isError ? fallbackMap : undefined)
}
