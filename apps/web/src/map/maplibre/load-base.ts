import type { Map as LibreMap, StyleSpecification, TransformStyleFunction } from 'maplibre-gl'
import type { MapEventHandlers } from '../surface.ts'
import type { BaseMemory } from './base-memory.ts'
import { watchBase } from './watch-base.ts'

type Options = {
  readonly memory: BaseMemory
  readonly plain: StyleSpecification
  /** True if the map was created with the style of the base map. */
  readonly isDrawn: boolean
  readonly events: Pick<MapEventHandlers, 'onBaseFailed' | 'onBaseShown'>
}

/**
 * Puts an external base map under the content as soon as it has loaded. If no part of it loads, the built-in map stays or returns.
 * A base map that failed a short while ago is not requested again. Returns a function that stops loading.
 */
export function loadBase(map: LibreMap, { memory, plain, isDrawn, events }: Options): () => void {
  let isRemoved = false
  let unwatch = () => {}
  const fail = () => {
    if (isRemoved) return
    memory.miss()
    events.onBaseFailed()
  }
  const watch = () => {
    unwatch = watchBase(map, {
      onCame() {
        memory.reach()
        events.onBaseShown()
      },
      onFailed() {
        if (!isRemoved) map.setStyle(plain, { diff: false, transformStyle: preserveDrawing })
        fail()
      },
    })
  }
  if (memory.isMissed()) events.onBaseFailed()
  else if (isDrawn) watch()
  else
    memory.load().then(style => {
      if (isRemoved) return
      map.setStyle(style, { diff: false, transformStyle: preserveDrawing })
      watch()
    }, fail)
  return () => {
    isRemoved = true
    unwatch()
  }
}

/** The drawing would otherwise be dropped. Our other layers are added again after each change of style. */
const preserveDrawing: TransformStyleFunction = (previous, next) => {
  if (!previous) return next
  const isDrawing = (id: string) => id.startsWith('td-')
  const drawingSources = Object.entries(previous.sources).filter(([id]) => isDrawing(id))
  return {
    ...next,
    sources: { ...next.sources, ...Object.fromEntries(drawingSources) },
    layers: [...next.layers, ...previous.layers.filter(({ id }) => isDrawing(id))],
  }
}
