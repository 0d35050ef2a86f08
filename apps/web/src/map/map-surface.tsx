import { t } from '@lingui/core/macro'
import { Box } from '@mantine/core'
import type { ShownMap } from '@muster/contract/maps.ts'
import type { Bounds } from '@muster/domain/geo/bounds.ts'
import type { LatLng } from '@muster/domain/geo/lat-lng.ts'
import {
  IconCurrentLocation,
  IconFocusCentered,
  IconMinus,
  IconPlus,
  IconSatellite,
  IconUsersGroup,
} from '@tabler/icons-react'
import { type ReactNode, useMemo, useState } from 'react'
import { announce } from '../ui/live/live-region.tsx'
import { BaseProblem } from './base-problem.tsx'
import { MapButton } from './map-button.tsx'
import classes from './map-surface.module.css'
import { computeView } from './map-view.ts'
import { NoStreets } from './no-streets.tsx'
import { PlainMap } from './plain/plain-map.tsx'
import type { MapContent, MapEventHandlers, Surface } from './surface.ts'
import { useSurface } from './use-surface.ts'

/** The person's position, or the reason why it is unknown. */
export type LocateMeResult = (LatLng & { accuracyMeters?: number | null }) | { problem: string }

type Props = Omit<MapEventHandlers, 'onBaseFailed' | 'onBaseShown'> & {
  label: string
  content: MapContent
  /** Offers to locate the person; the caller shows the result through `content.me`. */
  onLocate?: () => Promise<LocateMeResult>
  /** Shown over the map, such as the chosen person or a measurement. */
  note?: ReactNode
  /** Additional buttons (`MapButton`) at the top of the controls. */
  controls?: ReactNode
  drawing?: boolean
  /** A base map to preview before it is saved for everybody. */
  tried?: ShownMap
  onSurface?: (surface: Surface) => () => void
  /** The area to keep in view; defaults to the area of the content. */
  view?: Bounds
  /** Everything that "Fit all" shows, if the content holds only the areas near the view. */
  all?: Bounds | undefined
}

/** A map with its controls within reach of the thumb, identical for every map library. */
export function MapSurface(props: Props) {
  const { label, content, onLocate, note, onPick, onChoose, onHover, onView, drawing, onSurface, tried } =
    props
  const { areas, people, marks, me, centre, track } = content
  const ownAreas = useMemo(() => areas.filter(({ quiet }) => !quiet), [areas])
  // People are left out of the fitted view, so that their movements do not move the map while somebody is looking at it.
  const fittedView = useMemo(
    () => computeView({ areas, people: [], marks, me, centre, track }),
    [areas, marks, me, centre, track],
  )
  const { all } = props
  const view = props.view ?? all ?? fittedView
  const [showsSatellite, setShowsSatellite] = useState(false)
  const { container, surface, state, baseProblem, ground, isOutdated, retry, base } = useSurface({
    label,
    view,
    content,
    events: { onPick, onChoose, onHover, onView },
    drawing,
    satellite: showsSatellite,
    tried,
    onSurface,
  })
  const [isLocating, setIsLocating] = useState(false)
  const [problem, setProblem] = useState<string>()

  const locate = async () => {
    setIsLocating(true)
    setProblem(undefined)
    const result = await onLocate?.()
    setIsLocating(false)
    if (!result) return
    if ('problem' in result) return setProblem(result.problem)
    surface.current?.goTo(result)
    announce(t`The map shows where you are.`)
  }

  const isPlain = state === 'plain'
  // A drawing offers no retry, because it would recreate the map and lose the corners drawn so far.
  const offeredRetry = drawing ? undefined : retry
  return (
    <section className={classes.frame} aria-label={label} aria-busy={state === 'waiting'}>
      {isPlain ? (
        <PlainMap label={label} view={view} content={content} onChoose={onChoose} onHover={onHover} />
      ) : (
        <div
          ref={container}
          className={classes.map}
          data-state={state}
          data-ground={ground}
          data-people={people.length > 0 || track !== undefined || undefined}
        />
      )}
      <div className={classes.words}>
        {(problem || note) && (
          <div className={classes.note} role={problem ? 'alert' : undefined}>
            {problem && <p>{problem}</p>}
            {note}
          </div>
        )}
        {state === 'waiting' && (
          <Box component="p" p="4px 10px" bdrs="sm" bg="var(--m-surface)" c="dimmed" role="status">
            {t`Loading the map…`}
          </Box>
        )}
        {/* A drawing needs the space under the pen, so this message is not shown over it. */}
        {baseProblem && state !== 'waiting' && !drawing && (
          <BaseProblem text={baseProblem} isOutdated={isOutdated} onRetry={offeredRetry} />
        )}
        {isPlain && (
          <Box component="p" p="4px 10px" bdrs="sm" bg="var(--m-surface)" c="dimmed">
            {t`This browser can’t show maps. Here’s a simple drawing to scale instead.`}
          </Box>
        )}
        {state === 'ready' &&
          (drawing || !baseProblem) &&
          !tried &&
          (ground === 'built_in' || ground === 'missed') && (
            <NoStreets missed={ground === 'missed'} onRetry={offeredRetry} wordsOnly={drawing} />
          )}
      </div>
      <div className={classes.controls}>
        {props.controls}
        {base?.kind === 'style' && base.satelliteUrl && ground !== 'missed' && (
          <MapButton
            label={t`Satellite`}
            icon={IconSatellite}
            pressed={showsSatellite}
            onClick={() => setShowsSatellite(on => !on)}
          />
        )}
        {onLocate && (
          <MapButton
            label={t`Show where I am`}
            icon={IconCurrentLocation}
            loading={isLocating}
            onClick={() => void locate()}
          />
        )}
        {!isPlain && (
          <>
            <MapButton
              label={
                all ? t`Fit all` : ownAreas.length === 1 ? t`Fit to the zone` : t`Fit to everything shown`
              }
              icon={IconFocusCentered}
              onClick={() => surface.current?.fit(all ?? computeView(content))}
            />
            {people.some(({ initials }) => initials !== '') && (
              <MapButton
                label={t`Fit to everyone`}
                icon={IconUsersGroup}
                onClick={() => surface.current?.fit(computeView({ areas: [], people, marks: [] }))}
              />
            )}
            <MapButton label={t`Zoom in`} icon={IconPlus} onClick={() => surface.current?.zoom(1)} />
            <MapButton label={t`Zoom out`} icon={IconMinus} onClick={() => surface.current?.zoom(-1)} />
          </>
        )}
      </div>
    </section>
  )
}
