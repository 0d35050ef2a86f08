import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Box, Button, SimpleGrid, Stack, Text } from '@mantine/core'
import type { ShapeVersion } from '@muster/contract/zone-changes.ts'
import type { Zone } from '@muster/contract/zones.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api, orpc } from '../../../lib/api.ts'
import { failedNext } from '../../../lib/error-text.ts'
import { ZoneMap } from '../../../map/public.tsx'
import { ResponsiveDialog } from '../../../ui/dialogs/responsive-dialog.tsx'
import { useAct } from '../../../ui/forms/use-act.ts'
import { LiveScope } from '../../../ui/live/live-scope.tsx'
import { Name } from '../../../ui/people/name.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { ListSkeleton } from '../../../ui/states/skeletons.tsx'
import { RelativeTime } from '../../../ui/time/relative-time.tsx'
import { shapeLoss } from '../drawing/shape-loss.ts'
import classes from './shape-history.module.css'
import { ShapeInWords } from './zone-boundaries.tsx'

type Props = { zone: Zone; opened: boolean; onClose: () => void }

const kinds: Record<ShapeVersion['boundary'], string> = {
  rectangle: t`Box`,
  circle: t`Circle`,
  polygon: t`Polygon`,
  multipolygon: t`Multi-part polygon`,
}

/** The earlier shapes of a zone, with author, time and preview, and a button that restores one. */
export function ShapeHistoryDialog({ zone, opened, onClose }: Props) {
  const { name } = zone
  return (
    <ResponsiveDialog opened={opened} onClose={onClose} title={t`Shape history of ${name}`} width={960}>
      <Stack>
        <History zone={zone} />
      </Stack>
    </ResponsiveDialog>
  )
}

function History({ zone: opened }: Pick<Props, 'zone'>) {
  // The current zone, also after a restore here; `opened` is the zone when the dialog was opened.
  const zone = useQuery(orpc.zones.get.queryOptions({ input: { zoneId: opened.id } })).data ?? opened
  const [chosen, setChosen] = useState(zone.shapeVersion)
  const versions = useRef<HTMLOListElement>(null)
  const list = useQuery({ ...orpc.zones.shapes.queryOptions({ input: { zoneId: zone.id } }), staleTime: 0 })
  const showRestored = (version: number) => {
    setChosen(version)
    // The restore button disappears, so the focus moves to the list and stays in the dialog.
    versions.current?.focus({ preventScroll: true })
  }
  if (list.isPending) return <ListSkeleton count={3} />
  if (!list.data) {
    return (
      <ErrorState
        title={t`Failed to load zone coordinates`}
        text={failedNext(list.error)}
        onRetry={() => void list.refetch()}
        retrying={list.isFetching}
      />
    )
  }
  return (
    <LiveScope>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Box
          component="ol"
          ref={versions}
          tabIndex={-1}
          m={0}
          p={0}
          mah={480}
          style={{ overflowY: 'auto', listStyle: 'none' }}
          aria-label={t`Shapes, newest first`}
        >
          {list.data.shapes.map(({ version, boundary, changedAt, changedBy }) => (
            <li key={version}>
              <button
                type="button"
                className={classes.version}
                aria-pressed={version === chosen}
                onClick={() => setChosen(version)}
              >
                <Text span inherit fw={600}>
                  {version === zone.shapeVersion ? t`Now` : t`Shape ${version}`} · {kinds[boundary]}
                </Text>
                <Text span size="xs" c="dimmed">
                  <ChangedBy at={changedAt} name={changedBy?.name} />
                </Text>
              </button>
            </li>
          ))}
        </Box>
        <Preview zone={zone} version={chosen} onRestored={showRestored} />
      </SimpleGrid>
    </LiveScope>
  )
}

function ChangedBy({ at, name }: { at: string; name: string | undefined }) {
  return name === undefined ? (
    <Trans>
      <RelativeTime at={at} /> by the system
    </Trans>
  ) : (
    <Trans>
      <RelativeTime at={at} /> by <Name>{name}</Name>
    </Trans>
  )
}

type PreviewProps = { zone: Zone; version: number; onRestored: (version: number) => void }

function Preview({ zone, version, onRestored }: PreviewProps) {
  const client = useQueryClient()
  const zoneName = zone.name
  const preview = useQuery(orpc.zones.shape.queryOptions({ input: { zoneId: zone.id, version } }))
  const restore = useAct({
    call: () => api.zones.restoreShape({ zoneId: zone.id, version }),
    onDone: saved => {
      client.setQueryData(orpc.zones.get.queryKey({ input: { zoneId: zone.id } }), saved)
      onRestored(saved.shapeVersion)
    },
    done: [t`Zone updated successfully`, t`${zoneName} is back to shape ${version}.`],
    invalidatesUnlessLive: [orpc.zones.key()],
    failed: t`The shape couldn’t be restored. Try again.`,
  })
  if (preview.isPending) return <ListSkeleton count={2} />
  if (!preview.data) {
    return (
      <ErrorState
        title={t`Failed to load zone coordinates`}
        text={failedNext(preview.error)}
        onRetry={() => void preview.refetch()}
        retrying={preview.isFetching}
      />
    )
  }
  const isNow = version === zone.shapeVersion
  const loss = isNow ? undefined : shapeLoss(zone.shape, preview.data.shape)
  return (
    <Stack gap="sm">
      <ZoneMap
        label={t`Map of ${zoneName}, shape ${version}`}
        shape={preview.data.shape}
        others={isNow ? [] : [{ id: 'now', shape: zone.shape, name: t`Now` }]}
      />
      <ShapeInWords shape={preview.data.shape} />
      {loss && <p>{loss}</p>}
      {!isNow && (
        <div>
          <Button
            // Not `disabled`: that would move the focus out of the dialog, and Escape would then also close what is behind it.
            aria-disabled={restore.isPending}
            data-disabled={restore.isPending || undefined}
            onClick={() => void (restore.isPending || restore.mutate())}
          >
            {restore.isPending ? t`Restoring…` : t`Restore this shape`}
          </Button>
        </div>
      )}
    </Stack>
  )
}
