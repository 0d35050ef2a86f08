import type { Map as LibreMap, StyleSpecification, TransformStyleFunction } from 'maplibre-gl'
import type { MapEvents } from '../surface.ts'
import type { BaseMemory } from './base-memory.ts'
import { watchBase } from './watch-base.ts'

type Options = {
  readonly memory: BaseMemory
  readonly plain: StyleSpecification
  /** The map was made with the style of the base map already. */
  readonly isDrawn: boolean
  readonly events: Pick<MapEvents, 'onBaseFailed' | 'onBaseShown'>
}

/**
 * Puts the base map of others under what is drawn, as soon as it is there; the built-in one stays, or comes back, where nothing of it
 * comes. Answers with what ends this.
 */
export function bringBase(map: LibreMap, { memory, plain, isDrawn, events }: Options): () => void {
  let gone = false
  let unwatch = () => {}
  const fail = () => {
    if (gone) return
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
        if (!gone) map.setStyle(plain, { diff: false, transformStyle: keepDrawing })
        fail()
      },
    })
  }
  if (memory.isMissed()) events.onBaseFailed()
  else if (isDrawn) watch()
  else
    memory.load().then(style => {
      if (gone) return
      map.setStyle(style, { diff: false, transformStyle: keepDrawing })
      watch()
    }, fail)
  return () => {
    gone = true
    unwatch()
  }
}

/** Carries the drawing over to the next style, which would drop it. Our other layers are added again after each style. */
const keepDrawing: TransformStyleFunction = (before, next) => {
  if (!before) return next
  const isDrawing = (id: string) => id.startsWith('td-')
  const drawn = Object.entries(before.sources).filter(([id]) => isDrawing(id))
  return {
    ...next,
    sources: { ...next.sources, ...Object.fromEntries(drawn) },
    layers: [...next.layers, ...before.layers.filter(({ id }) => isDrawing(id))],
  }
}
