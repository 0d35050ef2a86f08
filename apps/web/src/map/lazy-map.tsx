import { t } from '@lingui/core/macro'
import { type ComponentType, useEffect, useState } from 'react'
import { ErrorState } from '../ui/states/error-state.tsx'
import classes from './map-frame.module.css'

/** The code of a map: how to load it, and the component once loaded. Create one per kind of map, outside any component. */
export type MapCode<Props extends object> = {
  load: () => Promise<ComponentType<Props>>
  loaded?: ComponentType<Props>
}

type LazyMapProps<Props extends object> = { code: MapCode<Props>; map: Props }

/** Loaded when it appears on the screen. If that fails, a message in its place offers to retry, and the page around it stays. */
export function LazyMap<Props extends object>({ code, map }: LazyMapProps<Props>) {
  const [state, setState] = useState<'loading' | 'failed' | 'there'>(code.loaded ? 'there' : 'loading')
  useEffect(() => {
    if (state !== 'loading') return
    let isUnmounted = false
    code.load().then(
      loaded => {
        code.loaded = loaded
        if (!isUnmounted) setState('there')
      },
      () => {
        if (!isUnmounted) setState('failed')
      },
    )
    return () => {
      isUnmounted = true
    }
  }, [state, code])
  const Loaded = code.loaded
  if (Loaded) return <Loaded {...map} />
  if (state === 'failed')
    return <ErrorState title={t`Failed to load map`} error={null} onRetry={() => setState('loading')} />
  // Reserves the space of the map while its code loads.
  return <div className={classes.frame} aria-busy />
}
