import { Button } from '@mantine/core'
import type { ShapeVersion } from '@muster/contract/zone-changes.ts'
import type { Zone } from '@muster/contract/zones.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { errorText } from '../../lib/error-text.ts'
import { reloadUnlessLive } from '../../live/reload-unless-live.ts'
import { ZoneMap } from '../../map/public.tsx'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { LiveFrame } from '../../ui/live/live-frame.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { ListSkeleton } from '../../ui/states/skeletons.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { notify } from '../../ui/toast/notify.ts'
import classes from './shape-history.module.css'
import { ShapeInWords } from './zone-boundaries.tsx'

type Props = { zone: Zone; opened: boolean; onClose: () => void }

const kinds: Record<ShapeVersion['boundary'], string> = {
  rectangle: 'Box',
  circle: 'Circle',
  polygon: 'Polygon',
  multipolygon: 'Polygon with parts',
}

/** The shapes a zone has had: who drew them and when, what they looked like, and back to one of them. */
export function ShapeHistoryDialog({ zone, opened, onClose }: Props) {
  return (
    <ResponsiveDialog opened={opened} onClose={onClose} title={`Shapes of ${zone.name}`} width={960}>
      <div className={classes.history}>
        <History zone={zone} />
      </div>
    </ResponsiveDialog>
  )
}

function History({ zone }: Pick<Props, 'zone'>) {
  const [chosen, setChosen] = useState(zone.shapeVersion)
  const list = useQuery({ ...orpc.zones.shapes.queryOptions({ input: { zoneId: zone.id } }), staleTime: 0 })
  if (list.isPending) return <ListSkeleton count={3} />
  if (!list.data) {
    return (
      <ErrorState
        title={errorText(list.error, 'Failed to load zone coordinates')}
        onRetry={() => void list.refetch()}
        retrying={list.isFetching}
      />
    )
  }
  return (
    <LiveFrame loadedAt={list.dataUpdatedAt}>
      <div className={classes.columns}>
        <ol className={classes.versions} aria-label="Shapes, the newest first">
          {list.data.shapes.map(({ version, boundary, changedAt, changedBy }) => (
            <li key={version}>
              <button
                type="button"
                className={classes.version}
                aria-pressed={version === chosen}
                onClick={() => setChosen(version)}
              >
                <span className={classes.name}>
                  {version === zone.shapeVersion ? 'Now' : `Shape ${version}`} · {kinds[boundary]}
                </span>
                <span className={classes.quiet}>
                  <RelativeTime at={changedAt} /> by{' '}
                  <bdi dir="auto">{changedBy?.name ?? 'the installation'}</bdi>
                </span>
              </button>
            </li>
          ))}
        </ol>
        <Preview zone={zone} version={chosen} />
      </div>
    </LiveFrame>
  )
}

function Preview({ zone, version }: { zone: Zone; version: number }) {
  const client = useQueryClient()
  const kept = useQuery(orpc.zones.shape.queryOptions({ input: { zoneId: zone.id, version } }))
  const restore = useMutation({
    mutationFn: () => api.zones.restoreShape({ zoneId: zone.id, version }),
    onSuccess: saved => {
      client.setQueryData(orpc.zones.get.queryKey({ input: { zoneId: zone.id } }), saved)
      reloadUnlessLive(client, orpc.zones.key())
      notify.success('Zone updated successfully', `${zone.name} has shape ${version} again.`)
    },
    onError: error => notify.error(errorText(error, 'The shape could not be restored. Please try again.')),
  })
  if (kept.isPending) return <ListSkeleton count={2} />
  if (!kept.data) {
    return (
      <ErrorState
        title={errorText(kept.error, 'Failed to load zone coordinates')}
        onRetry={() => void kept.refetch()}
      />
    )
  }
  const isNow = version === zone.shapeVersion
  return (
    <div className={classes.preview}>
      <ZoneMap
        label={`Map of shape ${version} of ${zone.name}`}
        shape={kept.data.shape}
        others={isNow ? [] : [{ id: 'now', shape: zone.shape, name: 'Now' }]}
      />
      <ShapeInWords shape={kept.data.shape} />
      {!isNow && (
        <div>
          <Button
            // Not `disabled`: that would throw the focus out of the dialog, and Escape would close what is behind it, too.
            aria-disabled={restore.isPending}
            data-disabled={restore.isPending || undefined}
            onClick={() => void (restore.isPending || restore.mutate())}
          >
            {restore.isPending ? 'Restoring…' : 'Restore this shape'}
          </Button>
        </div>
      )}
    </div>
  )
}
