import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Box, Button, SimpleGrid, Stack, Text } from '@mantine/core'
import type { ShapeVersion } from '@muster/contract/zone-changes.ts'
import type { Zone } from '@muster/contract/zones.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api, orpc } from '../../../lib/api.ts'
import { ZoneMap } from '../../../map/public.tsx'
import { ResponsiveDialog } from '../../../ui/dialogs/responsive-dialog.tsx'
import { useAct } from '../../../ui/forms/use-act.ts'
import { LiveScope } from '../../../ui/live/live-scope.tsx'
import { Name } from '../../../ui/people/name.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { RelativeTime } from '../../../ui/time/relative-time.tsx'
import { shapeLoss } from '../drawing/shape-loss.ts'
import classes from './shape-history.module.css'
import { ShapeDescription } from './zone-boundaries.tsx'

type Props = { zone: Zone; opened: boolean; onClose: () => void }

const boundaryNames: Record<ShapeVersion['boundary'], string> = {
  rectangle: t`Box`,
  circle: t`Circle`,
  polygon: t`Polygon`,
  multipolygon: t`Multi-part polygon`,
}

export function ShapeHistoryDialog({ zone, opened, onClose }: Props) {
  const { name } = zone
  return (
    <ResponsiveDialog opened={opened} onClose={onClose} title={t`Shape history of ${name}`} width={960}>
      <Stack>
        <ShapeHistory zone={zone} />
      </Stack>
    </ResponsiveDialog>
  )
}

function ShapeHistory({ zone: openedZone }: Pick<Props, 'zone'>) {
  // The current version of the zone, even after a restore in this dialog; `openedZone` dates from when the dialog was opened.
  const zone = useQuery(orpc.zones.get.queryOptions({ input: { zoneId: openedZone.id } })).data ?? openedZone
  const [chosenVersion, setChosenVersion] = useState(zone.shapeVersion)
  const versionsRef = useRef<HTMLOListElement>(null)
  const query = useQuery({ ...orpc.zones.shapes.queryOptions({ input: { zoneId: zone.id } }), staleTime: 0 })
  const showRestored = (version: number) => {
    setChosenVersion(version)
    // The restore button disappears, so the focus moves to the list and stays in the dialog.
    versionsRef.current?.focus({ preventScroll: true })
  }
  if (!query.data) return <Loaded query={query} failure={t`Failed to load zone coordinates`} skeleton={3} />
  return (
    <LiveScope>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Box
          component="ol"
          ref={versionsRef}
          tabIndex={-1}
          m={0}
          p={0}
          mah={480}
          style={{ overflowY: 'auto', listStyle: 'none' }}
          aria-label={t`Shapes, newest first`}
        >
          {query.data.shapes.map(({ version, boundary, changedAt, changedBy }) => (
            <li key={version}>
              <button
                type="button"
                className={classes.version}
                aria-pressed={version === chosenVersion}
                onClick={() => setChosenVersion(version)}
              >
                <Text span inherit fw={600}>
                  {version === zone.shapeVersion ? t`Now` : t`Shape ${version}`} · {boundaryNames[boundary]}
                </Text>
                <Text span size="xs" c="dimmed">
                  <ChangedBy at={changedAt} name={changedBy?.name} />
                </Text>
              </button>
            </li>
          ))}
        </Box>
        <Preview zone={zone} version={chosenVersion} onRestored={showRestored} />
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
  const previewQuery = useQuery(orpc.zones.shape.queryOptions({ input: { zoneId: zone.id, version } }))
  const restore = useAct({
    call: () => api.zones.restoreShape({ zoneId: zone.id, version }),
    onDone: savedZone => {
      client.setQueryData(orpc.zones.get.queryKey({ input: { zoneId: zone.id } }), savedZone)
      onRestored(savedZone.shapeVersion)
    },
    done: [t`Zone updated successfully`, t`${zoneName} uses shape ${version} again.`],
    invalidatesUnlessLive: [orpc.zones.key()],
    failed: t`The shape couldn’t be restored. Try again.`,
  })
  if (!previewQuery.data)
    return <Loaded query={previewQuery} failure={t`Failed to load zone coordinates`} skeleton={2} />
  const isCurrent = version === zone.shapeVersion
  const loss = isCurrent ? undefined : shapeLoss(zone.shape, previewQuery.data.shape)
  return (
    <Stack gap="sm">
      <ZoneMap
        label={t`Map of ${zoneName}, shape ${version}`}
        shape={previewQuery.data.shape}
        others={isCurrent ? [] : [{ id: 'now', shape: zone.shape, name: t`Now` }]}
      />
      <ShapeDescription shape={previewQuery.data.shape} />
      {loss && <p>{loss}</p>}
      {!isCurrent && (
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
