import { t } from '@lingui/core/macro'
import type { Document } from '@muster/contract/documents.ts'
import { IconFileText, IconMapPin, IconUrgent } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { toMapUrl } from '../../lib/map-url.ts'
import { paths } from '../../lib/paths.ts'
import type { SelectedZone } from '../../lib/session/use-selected-zone.ts'
import { cachedFiles } from '../../offline/cached-files.ts'
import { storedMeetingPoints } from '../../offline/meeting-points.ts'
import { Name } from '../../ui/people/name.tsx'
import classes from './dashboard.module.css'
import { RecentList } from './recent-list.tsx'

/** Maximum number and size in bytes of the files that a device keeps without being asked. */
const maxFiles = 10
const maxFileBytes = 5 * 1024 * 1024

type Props = { zone: { id: string; name: string }; may: SelectedZone['may'] }

/**
 * The meeting points of a zone and the files that everybody there was asked to read, such as its emergency numbers. The device keeps
 * them and, for those who may read it, the emergency plan, without being asked.
 */
export function EmergencyNotes({ zone, may }: Props) {
  const zoneId = zone.id
  const points = useQuery({
    ...orpc.emergencies.points.queryOptions({ input: { zoneId } }),
    enabled: may('view_zones'),
  })
  const files = useQuery({
    ...orpc.documents.files.queryOptions({ input: { zoneId, forEverybody: true, limit: maxFiles } }),
    enabled: may('view_files'),
  })
  useQuery({
    ...orpc.emergencyPlans.list.queryOptions({ input: { zoneId } }),
    enabled: may('view_attendance'),
  })
  const meetingPoints = points.data?.points
  useEffect(() => {
    if (meetingPoints) storedMeetingPoints.set({ zoneName: zone.name, points: meetingPoints })
  }, [zone.name, meetingPoints])
  useKeepFiles(files.data?.rows)
  const rows = [
    ...(meetingPoints ?? []).map(point => ({ id: point.name, point })),
    ...(files.data?.rows ?? []).map(file => ({ id: file.id, file })),
  ]
  if (rows.length === 0 && !points.isError) return null
  return (
    <RecentList
      title={t`In an emergency`}
      icon={IconUrgent}
      query={{ ...points, data: { rows } }}
      failure={t`Failed to load the assembly points`}
      empty=""
    >
      {row =>
        'point' in row ? (
          <a href={toMapUrl(row.point)} target="_blank" rel="noreferrer" className={classes.line}>
            <IconMapPin size="1.25rem" aria-hidden />
            <Name>{row.point.name}</Name>
          </a>
        ) : (
          <Link
            to={paths.documents}
            search={{
              document: row.file.id,
              ...(row.file.folderId && { folder: row.file.folderId }),
              zone: zoneId,
            }}
            className={classes.line}
          >
            <IconFileText size="1.25rem" aria-hidden />
            <Name>{row.file.title}</Name>
          </Link>
        )
      }
    </RecentList>
  )
}

/** Keeps the newest version of small files on this device. A failure is tried again with the next list. */
function useKeepFiles(files: readonly Document[] | undefined) {
  useEffect(() => {
    void (async () => {
      for (const { zoneId, id, version, file } of files ?? []) {
        if (file.size > maxFileBytes || (await cachedFiles.open(id))?.version === version) continue
        const { url } = await api.documents.fileLink({ zoneId, documentId: id, version })
        await cachedFiles.save({ id, version, file, url })
      }
    })().catch(() => undefined)
  }, [files])
}
